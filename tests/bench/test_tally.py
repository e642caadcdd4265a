"""The figures of a bench of diagnoses."""

from bench._outcomes import Named, Outcome
from bench._tally import Bar, Tally
from bench.mutants import Label

LABEL = Label("wrong_sign", "+", 0, 3, frozenset({3}), frozenset({"wrong_sign"}))


def named(fault: str, *, proven: bool) -> Named:
    return Named(fault, "+", 0, 3, proven, frozenset())


def outcome(*found: Named) -> Outcome:
    return Outcome("closures_set:wrong_sign@add.0", (LABEL,), found, detected=True, observable=True)


def bars(*outcomes: Outcome) -> dict[str, Bar]:
    return {bar.name: bar for bar in Tally(outcomes).bars()}


def test_a_wrong_name_that_is_proven_has_a_bar_of_its_own() -> None:
    right = outcome(named("wrong_sign", proven=True))
    likely, proven = (outcome(named("seed_not_one", proven=each)) for each in (False, True))

    assert bars(right, likely)["wrong, but proven"].found == 0
    assert bars(right, likely, proven)["wrong, but proven"].found == 1
    assert bars(right, likely)["wrong, but proven"].met
    assert not bars(right, likely, proven)["wrong, but proven"].met


def test_a_proven_wrong_name_counts_beside_a_right_one() -> None:
    both = outcome(named("wrong_sign", proven=True), named("seed_not_one", proven=True))

    assert bars(both)["named wrong"].found == 0
    assert bars(both)["wrong, but proven"].found == 1


def test_confusions_say_whether_the_wrong_name_was_proven() -> None:
    likely, proven = (outcome(named("seed_not_one", proven=each)) for each in (False, True))

    found = {(each.true, each.named, each.proven) for each in Tally([likely, proven]).confusions()}
    assert found == {("wrong_sign", "seed_not_one", True), ("wrong_sign", "seed_not_one", False)}

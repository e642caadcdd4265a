"""A finding in words: what, where, how sure, what shows it; no more than the reader is to be told."""

from collections.abc import Iterator

import pytest

from api.finding_account import FindingAccount, finding_account
from api.source_lines import Quote, SourceLines
from api.words import experiment as experiment_words
from api.words import finding as words
from api.words import picture as picture_words
from api.words import replay as replay_words
from api.words.experiment import experiment
from api.words.replay import Meaning
from grader import faults
from grader.compare import Quantity
from grader.finding import Agreement, Alternative, Certainty, Edit, Evidence, Finding, Where, Write
from submissions.assignments.hints import DEFAULT, Rung
from submissions.results.trimming import trim_finding
from tests.api.explained import DIAMOND, FIVE_NODES, OVERWRITTEN, SAME_TWICE, write

SOURCE = SourceLines("value.py", b"\n" * 16 + b"            self.grad = 1.0 * out.grad  # <b>\n")
EXPERIMENTS = ("play-alone", "swap-operands", "second-input", "look-at-order")


def changed(**fields: object) -> Finding:
    return OVERWRITTEN.model_copy(update=fields)


def account(finding: Finding, rung: Rung = DEFAULT) -> FindingAccount:
    return finding_account(trim_finding(finding, rung), SOURCE)


def evidence_of(told: Finding) -> tuple[str, ...]:
    return account(told).evidence


@pytest.mark.parametrize(
    ("where", "everywhere", "said"),
    [
        (Where(line=17, operation="*"), False, ", line 17, in `*`"),
        (
            Where(line=17, cell=2, operation="neg", operand=1),
            False,
            ", cell 2, line 17, in `-a`, right operand",
        ),
        (Where(line=17, operation="+"), True, ", line 17, in `+`, and in every other operation"),
        (Where(line=17, function="_backward"), True, ", in every operation, first in line 17"),
        (Where(), True, ", in every operation"),
        (Where(line=60, function="backward"), False, ", line 60, in `backward`"),
        (Where(operation="value exponent"), False, ", in a value as exponent, `a ** b`"),
        (Where(), False, ""),
    ],
)
def test_a_title_is_the_cause_and_its_place(where: Where, said: str, *, everywhere: bool) -> None:
    told = words.title(changed(where=where, everywhere=everywhere))

    assert told == f"Gradient overwritten instead of accumulated{said}"


@pytest.mark.parametrize(
    ("rung", "title"),
    [
        (Rung.SYMPTOM, "some gradients are not right"),
        (Rung.PLACE, "some gradients are not right, line 17, in `+`, and in every other operation"),
    ],
)
def test_below_the_cause_a_title_names_none(rung: Rung, title: str) -> None:
    assert words.title(OVERWRITTEN, rung) == title


def test_every_fault_has_a_title_and_three_hints() -> None:
    assert words.cause("overwritten_gradient") == "Gradient overwritten instead of accumulated"
    assert all(words.cause(slug) == fault.title for slug, fault in faults.load().items())
    assert {len(fault.hints) for fault in faults.load().values()} == {3}


def test_what_is_not_known_is_told_without_a_name() -> None:
    assert words.cause("unknown") == "no cause that is known here explains what was seen"
    assert account(changed(fault="unknown"), Rung.REPAIR).hints == ()
    assert words.cause("one_of_an_older_version") == "one of an older version"


@pytest.mark.parametrize(
    ("certainty", "repaired", "said"),
    [
        (Certainty.PROVEN, 14, "proven: with this undone, 14 graphs that were not right come out right"),
        (Certainty.PROVEN, 1, "proven: with this undone, 1 graph that was not right comes out right"),
        (Certainty.PROVEN, 0, "proven: with this undone, what was not right comes out right"),
        (Certainty.LIKELY, 0, "likely: it fits what was seen, and could not be proven by undoing it alone"),
        (Certainty.UNKNOWN, 0, "unknown: nothing that is known here gives these numbers"),
    ],
)
def test_how_sure_it_is(certainty: Certainty, repaired: int, said: str) -> None:
    assert words.certainty(changed(certainty=certainty, evidence=Evidence(repaired=repaired))) == said


def test_the_evidence_is_told_in_three_kinds() -> None:
    assert evidence_of(OVERWRITTEN) == (
        "line 17, in the `_backward` of `+`: `a.grad` went from -3 to 1: replaced, not added to",
        "12 of 12 wrong numbers are exactly what this gives",
        "the code there has the form of it",
    )


def test_what_speaks_for_nothing_is_not_told() -> None:
    assert evidence_of(changed(evidence=Evidence(predicted=Agreement(agreed=0, of=6)))) == ()


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (write("a", 1, 1, "d", 18), "line 18, in the `_backward` of `+`: `a.grad` was 1 and was set to 1"),
        (write("a", 5, 2, "d"), "in the rule of `+`: `a.grad` went from 5 to 2"),
        (write("c", 5, 2, line=7), "line 7, in `backward`: `c.grad` went from 5 to 2"),
        (Write(node="b", quantity=Quantity.DATA, old=2, new=None), "`b.data` went from 2 to nothing"),
        (Write(node="a", quantity=Quantity.GRADIENT, old=None, new=2), "`a.grad` went from nothing to 2"),
    ],
)
def test_a_write_that_shows_it(seen: Write, said: str) -> None:
    told = changed(fault="seed_missing", evidence=Evidence(writes=(seen,)))

    assert evidence_of(told) == (said,)


def test_a_replaced_gradient_is_seen_whatever_the_cause_is_called() -> None:
    told = changed(fault="another", evidence=Evidence(writes=(FIVE_NODES.writes[5],)))

    assert evidence_of(told)[0].endswith("`a.grad` went from -3 to 1: replaced, not added to")


def test_another_cause_comes_with_what_decides() -> None:
    other = Alternative(fault="overwritten_gradient", where=Where(line=3), experiment="look-at-order")

    assert words.alternative(other) == (
        "or Gradient overwritten instead of accumulated, line 3; to decide: print each node as "
        "`backward()` comes to it; every node should come after all that use it"
    )
    assert words.alternative(Alternative(fault="one_more")) == "or one more"


def test_every_experiment_has_a_sentence_and_no_other_has() -> None:
    assert set(experiment_words._WORDS) == set(EXPERIMENTS)
    with pytest.raises(KeyError):
        experiment("guess")


def test_the_four_questions_are_answered() -> None:
    told = account(OVERWRITTEN).answers

    assert told == (
        "of `a.grad`, the contribution through `d` (+1) is still there; "
        "what comes through `c` (-3) is lost; "
        "the cause: Gradient overwritten instead of accumulated; "
        "right would be `a.grad = -2` and `b.grad = 3`"
    )


def test_a_cause_that_is_not_proven_is_the_likeliest() -> None:
    likely = changed(certainty=Certainty.LIKELY)

    assert "the likeliest cause: Gradient overwritten" in account(likely).answers


def test_the_answers_say_no_more_than_is_known() -> None:
    unknown = changed(fault="unknown", explained=SAME_TWICE)
    lost = tuple(each.model_copy(update={"kept": False}) for each in SAME_TWICE.contributions)
    open_ = tuple(each.model_copy(update={"kept": None}) for each in SAME_TWICE.contributions)

    def answers(contributions: object) -> str:
        explained = SAME_TWICE.model_copy(update={"contributions": contributions})
        return account(unknown.model_copy(update={"explained": explained})).answers

    assert "cause" not in answers(SAME_TWICE.contributions)
    assert answers(lost).startswith(
        "of `a.grad`, no contribution is there; what comes through `the left side of b`"
    )
    assert answers(open_).startswith("`a.grad` is made of the contributions through")
    assert answers(()) == "right would be `a.grad = 2`"


@pytest.mark.parametrize("rung", Rung)
def test_each_rung_tells_what_those_below_it_tell_and_no_more(rung: Rung) -> None:
    told = account(OVERWRITTEN, rung)

    assert len(told.hints) == min(rung, 3)
    assert bool(told.quote) == (rung >= Rung.PLACE)
    assert bool(told.evidence) == bool(told.answers) == bool(told.explained) == (rung >= Rung.CAUSE)
    assert any(each.shares for each in told.wrong) == (rung >= Rung.CAUSE)
    assert bool(told.repair) == (rung >= Rung.REPAIR)
    assert told.paste[0] == "a = Value(2.0)"


def test_a_repair_has_its_place_and_lines() -> None:
    told = changed(repair=(Edit(line=3, cell=2, was="", now="if x:\n\tpass"),))

    (edit,) = account(told, Rung.REPAIR).repair

    assert (edit.place, edit.was, edit.now) == ("cell 2, line 3", (), ("if x:", "    pass"))


def test_a_line_is_quoted_with_the_part_that_is_meant() -> None:
    assert SOURCE.quote(OVERWRITTEN.where) == Quote(17, "", "self.grad = 1.0 * out.grad", "  # <b>")
    assert SOURCE.quote(Where(line=17, column=24, end_column=27)) == Quote(
        17, "self.grad = ", "1.0", " * out.grad  # <b>"
    )


@pytest.mark.parametrize(
    "columns",
    [{}, {"column": 90, "end_column": 99}, {"column": 5, "end_column": 2}, {"column": 0, "end_column": 3}],
)
def test_without_a_part_the_whole_line_is_quoted(columns: dict[str, int]) -> None:
    quoted = SOURCE.quote(Where.model_validate({"line": 17, **columns}))

    assert quoted == Quote(17, "self.grad = 1.0 * out.grad # <b>", "", "")


def test_a_quote_is_harmless_and_not_long() -> None:
    lines = SourceLines("a.py", b"x" * 100 + b"\x1b[2J\t'" + b"#" * 500)
    quoted = lines.quote(Where(line=1, column=100, end_column=106))

    assert quoted is not None
    assert "".join(map(str, quoted)).isprintable()
    assert len(quoted.before + quoted.meant) < 80
    assert len(quoted.after) <= 120
    assert [lines.quote(Where(line=n)) for n in (None, 0, 2)] == [None] * 3


def every_sentence() -> Iterator[str]:
    """Everything that is said of findings and in pictures."""
    for told in (OVERWRITTEN, changed(explained=DIAMOND), changed(fault="unknown")):
        yield words.title(told)
        yield account(told).answers
        yield from evidence_of(told)
        yield from (words.certainty(told.model_copy(update={"certainty": each})) for each in Certainty)
    yield from (words.title(OVERWRITTEN, rung) for rung in Rung)
    yield from (words.alternative(each) for each in OVERWRITTEN.alternatives)
    yield from map(experiment, EXPERIMENTS)
    yield from words.HINTS.values()
    yield from (text for module in (words, picture_words, replay_words) for text in constants(module))
    yield from (words.explained_by(1), words.more(2), words.repair("line 3"), words.repair(""))
    yield from (replay_words.meaning(each, "1", "2", "1") for each in Meaning)


def constants(module: object) -> Iterator[str]:
    yield from (value for name, value in vars(module).items() if name.isupper() and isinstance(value, str))


SENTENCES = sorted(set(every_sentence()))


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_is_lowercase_without_full_stop_and_without_blame(sentence: str) -> None:
    assert sentence == sentence.strip()
    assert sentence[0] == sentence[0].lower() or sentence.startswith(words.cause("overwritten_gradient"))
    assert not sentence.endswith(".")
    assert "{" not in sentence
    blame = ("fail", "bad ", "forgot", "illegal", "invalid", "mistake", "wrongly", "should have")
    assert not [word for word in blame if word in sentence.lower()]

"""A finding in words: what, where, how sure, what shows it; no more than the reader is to be told."""

from collections.abc import Iterator, Sequence

import pytest

from api.i18n import speaking
from api.report_view.finding import FindingView, finding_view
from api.report_view.pictures import replay
from api.report_view.source_lines import Quote, SourceLines
from api.words import experiment as experiment_words
from api.words import finding as words
from api.words import picture as picture_words
from api.words.experiment import experiment
from grader import faults
from grader.compare import Quantity
from grader.explanation.passes import Fate, Passes
from grader.finding import (
    Agreement,
    Alternative,
    Certainty,
    Contribution,
    Edit,
    Evidence,
    Explained,
    Finding,
    NodeExplained,
    Raised,
    Where,
    Write,
)
from grader.sandbox.base import Loop
from submissions.assignments.hints import DEFAULT, Rung
from submissions.results.trimming import trim_finding
from tests.api.explained import (
    DIAMOND,
    FIVE_NODES,
    OVERWRITTEN,
    SAME_TWICE,
    contributions,
    node,
    write,
    wrong,
)

SOURCE = SourceLines("value.py", b"\n" * 16 + b"            self.grad = 1.0 * out.grad  # <b>\n")
EXPERIMENTS = ("play-alone", "swap-operands", "second-input", "look-at-order")


def changed(**fields: object) -> Finding:
    return OVERWRITTEN.model_copy(update=fields)


def view(finding: Finding, rung: Rung = DEFAULT) -> FindingView:
    return finding_view(trim_finding(finding, rung), SOURCE)


def evidence_of(finding: Finding) -> tuple[str, ...]:
    return view(finding).evidence


@pytest.mark.parametrize(
    ("where", "everywhere", "at"),
    [
        (Where(line=17, operation="*"), False, " (line 17, in `*`)"),
        (
            Where(line=17, cell=2, operation="-", operand=1),
            False,
            " (cell 2, line 17, in `-`, right operand)",
        ),
        (Where(line=17, operation="tanh", operand=0), False, " (line 17, in `tanh`)"),
        (Where(line=17, operation="+"), True, " (line 17, in `+`, and in every other operation)"),
        (Where(line=17, function="_backward"), True, " (every operation, first on line 17)"),
        (Where(), True, " (every operation)"),
        (Where(line=60, function="backward"), False, " (line 60, in `backward`)"),
        (Where(operation="value exponent"), False, " (in a value as exponent (`a ** b`))"),
        (Where(), False, ""),
    ],
)
def test_a_title_is_the_cause_and_its_place(where: Where, at: str, *, everywhere: bool) -> None:
    title = words.title(changed(where=where, everywhere=everywhere))

    assert title == f"Gradient overwritten instead of accumulated{at}"


@pytest.mark.parametrize(
    ("also", "at"),
    [
        ("-", "line 17, in `+`; line 21, in `-`"),
        ("-*", "line 17, in `+`; line 21, in `-`; line 22, in `*`"),
        ("-*/^", "line 17, in `+`; line 21, in `-`; line 22, in `*`; line 23, in `/`; 1 more operation"),
    ],
)
def test_a_slip_in_several_operations_has_all_their_places(also: str, at: str) -> None:
    places = tuple(Where(operation=op, line=21 + number) for number, op in enumerate(also))
    found = changed(where=Where(line=17, operation="+"), also=places, everywhere=False)

    assert words.title(found) == f"Gradient overwritten instead of accumulated ({at})"
    assert words.title(found, Rung.SYMPTOM) == "Some gradients are wrong"


@pytest.mark.parametrize(
    ("rung", "title"),
    [
        (Rung.SYMPTOM, "Some gradients are wrong"),
        (Rung.PLACE, "Some gradients are wrong (line 17, in `+`, and in every other operation)"),
    ],
)
def test_below_the_cause_a_title_names_none(rung: Rung, title: str) -> None:
    assert words.title(OVERWRITTEN, rung) == title


def test_every_fault_has_a_title_and_three_hints() -> None:
    assert words.cause("overwritten_gradient") == "Gradient overwritten instead of accumulated"
    assert all(words.cause(slug) == fault.title for slug, fault in faults.load().items())
    assert {len(fault.hints) for fault in faults.load().values()} == {3}


def test_an_unknown_cause_has_no_name() -> None:
    assert words.cause("unknown") == "We could not find the cause"
    assert view(changed(fault="unknown"), Rung.REPAIR).hints == ()
    assert words.cause("one_of_an_older_version") == "one of an older version"


@pytest.mark.parametrize(
    ("certainty", "repaired", "sentence"),
    [
        (
            Certainty.PROVEN,
            14,
            "Proven: we changed only this in your code, and 14 failing graphs passed.",
        ),
        (Certainty.PROVEN, 1, "Proven: we changed only this in your code, and 1 failing graph passed."),
        (Certainty.PROVEN, 0, "Proven: we changed this in your code, and what failed before passed."),
        (
            Certainty.LIKELY,
            0,
            "Likely: this fits what we saw, but we could not prove it by changing only this.",
        ),
        (
            Certainty.LIKELY,
            3,
            (
                "Likely: with a change here, 3 failing graphs passed. "
                "But other mistakes here could look the same."
            ),
        ),
        (
            Certainty.UNKNOWN,
            0,
            "No mistake that we know gives these numbers. Here is the smallest graph that fails.",
        ),
    ],
)
def test_how_sure_it_is(certainty: Certainty, repaired: int, sentence: str) -> None:
    finding = changed(certainty=certainty, evidence=Evidence(repaired=repaired))
    assert words.certainty(finding) == sentence


def test_causes_that_were_repaired_together_are_not_said_to_be_changed_alone() -> None:
    together = words.certainty(OVERWRITTEN, alone=False)

    assert "only" not in together
    assert "what the other findings name" in together


def test_the_evidence_begins_with_the_most_telling() -> None:
    assert evidence_of(OVERWRITTEN) == (
        (
            "`a.grad` was -3 and is set to 1: the gradient is replaced, not accumulated "
            "(line 17, in `_backward` of `+`)."
        ),
        "This mistake predicts exactly the gradients we saw in all 12 graphs that we compared.",
    )


def test_a_prediction_of_some_graphs_says_of_how_many() -> None:
    partly = Evidence(predicted=Agreement(agreed=2, of=4))
    (sentence,) = evidence_of(changed(evidence=partly, certainty=Certainty.LIKELY))

    assert "4 graphs" in sentence
    assert "in 2 of them" in sentence


def test_beside_a_proof_a_prediction_of_some_graphs_is_not_told() -> None:
    partly = Evidence(repaired=9, predicted=Agreement(agreed=1, of=4))

    assert evidence_of(changed(evidence=partly, certainty=Certainty.PROVEN)) == ()
    assert len(evidence_of(changed(evidence=partly, certainty=Certainty.LIKELY))) == 1


def test_what_speaks_for_nothing_is_not_told() -> None:
    assert evidence_of(changed(evidence=Evidence(predicted=Agreement(agreed=0, of=6)))) == ()


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        (
            write("a", 1, 1, "d", 18),
            "`a.grad` was 1 and is set to 1 (line 18, in `_backward` of `+`).",
        ),
        (write("a", 5, 2, "d"), "`a.grad` goes from 5 to 2 (in the rule of `+`)."),
        (write("c", 5, 2, line=7), "`c.grad` goes from 5 to 2 (line 7, in `backward`)."),
        (
            Write(node="b", quantity=Quantity.DATA, old=2, new=None),
            "`b.data` is set to something that is not a number.",
        ),
        (Write(node="a", quantity=Quantity.GRADIENT, old=None, new=2), "`a.grad` is set to 2."),
    ],
)
def test_a_write_that_shows_it(seen: Write, sentence: str) -> None:
    finding = changed(fault="seed_missing", evidence=Evidence(writes=(seen,)))

    assert evidence_of(finding) == (sentence,)


def test_a_replaced_gradient_is_seen_whatever_the_cause_is_called() -> None:
    finding = changed(fault="another", evidence=Evidence(writes=(FIVE_NODES.writes[5],)))

    assert "is set to 1: the gradient is replaced, not accumulated" in evidence_of(finding)[0]


def test_another_cause_comes_with_what_decides() -> None:
    other = Alternative(fault="overwritten_gradient", where=Where(line=3), experiment="look-at-order")

    assert words.alternative(other) == (
        "Another possible cause: Gradient overwritten instead of accumulated (line 3). "
        f"To find out which it is: {experiment('look-at-order')}"
    )
    assert words.alternative(Alternative(fault="one_more")) == "Another possible cause: one more."


def test_every_experiment_has_a_sentence_and_no_other_has() -> None:
    assert set(experiment_words._SENTENCES) == set(EXPERIMENTS)
    with pytest.raises(KeyError):
        experiment("guess")


@pytest.mark.parametrize(("language", "asked"), [("en", "1, should be 2"), ("es", "1, debería ser 2")])
def test_what_a_line_should_print_is_said_in_the_readers_language(language: str, asked: str) -> None:
    with speaking(language):
        assert view(changed(explained=SAME_TWICE)).paste[-1] == f"print(a.grad)  # {asked}"


def test_the_story_of_an_overwritten_gradient() -> None:
    assert view(OVERWRITTEN).story == (
        "`a` is used twice, so `a.grad = -3 + 1 = -2`. "
        "Your line 17 uses `=`: it stores 1 and replaces the -3 that line 28 stored. "
        "The last write wins: `a.grad = 1`, and -3 is lost."
    )


def story(explained: Explained, fault: str = "unknown") -> str:
    return view(changed(fault=fault, explained=explained)).story


def passed_through(nodes: Sequence[NodeExplained], *writes: Write) -> Explained:
    """One pass of a graph whose last node is the root."""
    program = Explained(graph="", root=nodes[-1].name, nodes=tuple(nodes), writes=writes)
    return program.model_copy(update={"right_writes": (write(nodes[-1].name, 0, 1),)})


PRODUCT = (wrong(node("a", 2, 5), 2), wrong(node("b", 5, 2), 5), node("c", 10, 1, "*", "a", "b"))
SCALED = (
    wrong(node("a", 3, 8), 2),
    node("b", 2, 12),
    node("c", 6, 4, "*", "a", "b"),
    node("d", 24, 1, "*", "c", 4.0),
)


def test_the_story_of_a_rule_that_takes_its_own_data() -> None:
    told = passed_through(PRODUCT, write("c", 0, 1), write("a", 0, 2, "c", 7), write("b", 0, 5, "c", 8))

    assert story(told, "own_data_in_product") == (
        "In `c = a * b`, `a` should get 5 · 1 = 5: the local derivative times `c.grad`. "
        "Your code multiplies by 2, which is `a.data`, and adds 2."
    )


def test_the_story_of_a_rule_without_the_gradient_from_above() -> None:
    told = passed_through(
        SCALED, write("d", 0, 1), write("c", 0, 4, "d"), write("a", 0, 2, "c"), write("b", 0, 12, "c")
    )

    assert story(told).endswith(
        "Your code adds 2, the local derivative alone: the factor 4 (`c.grad`) is missing."
    )


def test_the_story_of_two_nodes_that_share_an_array() -> None:
    """`c` and `a` hold the array of `d`, and what is added to `a` is added to `c`."""
    nodes = (
        node("a", 2, 2), wrong(node("b", -5, 1), 2), wrong(node("c", -3, 1, "+", "a", "b"), 2),
        node("d", -1, 1, "+", "c", "a"),
    )  # fmt: skip
    told = passed_through(
        nodes, write("d", 0, 1), write("c", 0, 1, "d", 5), write("a", 0, 1, "d", 6),
        write("a", 2, 2, "c", 7), write("b", 0, 2, "c", 8),
    )  # fmt: skip

    assert story(told, "shared_gradient") == (
        "`a.grad` and `c.grad` are the same array, which holds 1. "
        "Your line 7 adds 1 to `a.grad` in place, which changes `c.grad` too. "
        "So `c.grad = 2`; it should be 1."
    )


def test_a_product_and_its_factors_have_one_precision() -> None:
    """A difference that shows in the fifth digit only, as that of a derivative by differences."""
    nodes = (wrong(node("a", 0.5, 0.7864477329659274), 0.7864113), node("b", 0.46211715726, 1, "tanh", "a"))
    told = passed_through(nodes, write("b", 0, 1), write("a", 0, 0.7864113, "b"))

    assert "should get 0.786448 · 1 = 0.786448:" in story(told)


def test_the_story_of_an_operand_that_is_left_out() -> None:
    nodes = (wrong(PRODUCT[0], 0), node("b", 5, 2), PRODUCT[2])

    assert story(passed_through(nodes, write("c", 0, 1), write("b", 0, 2, "c"))) == (
        "In `c = a * b`, `a` should get 5 · 1 = 5, but your code never adds it. "
        "So `a.grad = 0`; it should be 5."
    )


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("rule_missing", "The rule of `c = a * b` never runs, so `a` does not get its 5."),
        ("leaf_gradients_missing", "In `c = a * b`, `a` should get 5 · 1 = 5, but your code never adds it."),
        ("contribution_missing", "In `c = a * b`, `a` should get 5 · 1 = 5, but your code never adds it."),
        ("unknown", "In `c = a * b`, `a` should get 5 · 1 = 5, but your code never adds it."),
    ],
)
def test_a_rule_that_wrote_nothing_is_said_not_to_run_only_where_that_is_known(fault: str, told: str) -> None:
    """A rule that passes over its operands runs, and writes nothing."""
    nodes = (wrong(PRODUCT[0], 0), wrong(PRODUCT[1], 0), PRODUCT[2])

    assert story(passed_through(nodes, write("c", 0, 1)), fault) == (
        f"{told} So `a.grad = 0`; it should be 5."
    )


def test_a_node_that_is_taken_for_another_is_named_with_it_and_with_all_that_it_does_not_send() -> None:
    """`a` is both operands of `c`, which holds what `b` holds."""
    nodes = (
        wrong(node("a", 2, 4), 0), node("b", 4, 1), node("c", 4, 1, "*", "a", "a"),
        node("d", 8, 1, "+", "b", "c"),
    )  # fmt: skip
    told = passed_through(nodes, write("d", 0, 1), write("b", 0, 1, "d"), write("c", 0, 1, "d"))

    assert story(told, "visited_by_value") == (
        "`b` and `c` both hold 4. The rule of `c = a * a` never runs, so `a` does not get its 4. "
        "So `a.grad = 0`; it should be 4."
    )


def test_where_writes_were_not_seen_a_rule_that_sent_nothing_lost_nothing() -> None:
    """`b` has nothing from `c`, so `a` has not either: it was never sent."""
    nodes = (
        wrong(node("a", 2, -1), -3), wrong(node("b", -5, 2), 0),
        node("c", -3, 2, "+", "a", "b"), node("d", -6, 1, "*", "c", "a"),
    )  # fmt: skip
    uses = [("a", "c", 0, 1, 2, False), ("a", "d", 1, -3, 1, True), ("b", "c", 1, 1, 2, False)]
    seen = Explained(graph="", root="d", nodes=nodes, contributions=contributions(uses))

    assert story(seen, "rule_not_attached") == (
        "The rule of `c = a + b` never runs, so `a` does not get its 2. So `a.grad = -3`; it should be -1."
    )


def test_a_pass_from_the_inputs_is_one_of_order_also_where_writes_were_not_seen() -> None:
    nodes = (
        wrong(node("a", 2, -1), -3), wrong(node("b", -5, 2), 0),
        node("c", -3, 2, "+", "a", "b"), node("d", -6, 1, "*", "c", "a"),
    )  # fmt: skip
    uses = [("a", "c", 0, 1, 2, False), ("a", "d", 1, -3, 1, True), ("b", "c", 1, 1, 2, False)]
    seen = Explained(graph="", root="d", nodes=nodes, contributions=contributions(uses))

    assert story(seen, "forward_order") == (
        "`a` is used twice, so `a.grad = 2 + (-3) = -1`. "
        "The rule of `c` runs when `c.grad` is still 0: `d` has not run yet. "
        "So `a.grad = -3`; it should be -1."
    )


def test_what_a_node_began_with_is_no_contribution() -> None:
    """As where each gradient begins as 1, in a class whose writes do not tell the rule at work."""
    nodes = (wrong(node("a", 2, 1), 2), wrong(node("b", -5, 1), 2), node("c", -3, 1, "+", "a", "b"))
    uses = [("a", "c", 0, 1, 1, True), ("b", "c", 1, 1, 1, True)]
    seen = Explained(
        graph="", root="c", nodes=nodes, contributions=contributions(uses),
        writes=(write("a", 1, 2), write("b", 1, 2)),
    )  # fmt: skip

    assert {each.fate for each in Passes(seen).outcomes} == {Fate.KEPT}
    assert story(seen, "seed_everywhere") == (
        "Your code gives each node a gradient of 1, and not only the output: `a.grad = 1 + 1 = 2`. "
        "It should be 1."
    )


def test_the_story_of_a_missing_seed() -> None:
    nodes = (wrong(PRODUCT[0], 0), wrong(PRODUCT[1], 0), wrong(PRODUCT[2], 0))
    told = passed_through(nodes, write("a", 0, 0, "c"), write("b", 0, 0, "c"))

    assert "`c.grad`, is never set to 1. It stays 0" in story(told)


ORDER = (
    wrong(node("a", 3, 114), 60),
    node("b", 9, 19, "*", "a", "a"),
    node("c", 10, 9, "+", "b", 1.0),
    node("d", 90, 1, "*", "b", "c"),
)
EARLY = passed_through(
    ORDER,
    write("d", 0, 1),
    write("b", 0, 10, "d"),
    write("c", 0, 9, "d"),
    write("a", 0, 30, "b"),
    write("a", 30, 60, "b"),
    write("b", 10, 19, "c"),
)


def test_the_story_of_a_rule_that_runs_too_early() -> None:
    assert story(EARLY) == (
        "`b.grad = 10 + 9 = 19`. The rule of `b` runs when only 10 of its 19 have arrived: "
        "`c` has not run yet. "
        "So `a.grad = 60`; it should be 114."
    )


def test_a_gradient_that_is_stored_once_more_as_it_is_changes_no_story() -> None:
    """As by `self.grad = grad` in a pass that calls itself with the gradient of each node."""
    writes = [
        each for w in EARLY.writes[1:] for each in (w, w.model_copy(update={"old": w.new, "during": None}))
    ]
    told = EARLY.model_copy(update={"writes": (EARLY.writes[0], *writes)})

    assert story(told) == story(EARLY)


def test_the_story_of_a_rule_that_runs_before_anything_arrived() -> None:
    nodes = (
        wrong(node("a", 2, -1), -3), wrong(node("b", -5, 2), 0),
        node("c", -3, 2, "+", "a", "b"), node("d", -6, 1, "*", "c", "a"),
    )  # fmt: skip
    writes = [write("d", 0, 1), write("a", 0, 0, "c"), write("b", 0, 0, "c")]
    told = passed_through(nodes, *writes, write("c", 0, 2, "d"), write("a", 0, -3, "d"))

    assert story(told) == (
        "`a` is used twice, so `a.grad = 2 + (-3) = -1`. "
        "The rule of `c` runs when `c.grad` is still 0: `d` has not run yet. "
        "So `a.grad = 0 + (-3) = -3`; it should be -1."
    )


def test_the_story_of_a_rule_that_runs_twice() -> None:
    nodes = (wrong(node("a", 1, 8), 16), node("b", 2, 4, "+", "a", "a"), node("c", 4, 1, "*", "b", "b"))
    runs = [write("a", start + part, start + part + 4, "b") for start in (0, 8) for part in (0, 4)]
    told = passed_through(nodes, write("c", 0, 1), write("b", 0, 2, "c"), write("b", 2, 4, "c"), *runs)

    assert "runs it 2 times: it sends 8 + 8 to `a` instead of 8. So `a.grad = 16`; it should be 8." in story(
        told
    )


def test_what_comes_of_it_is_the_sum_of_all_that_was_added() -> None:
    """`a` goes also into `d`, which adds its -10 in between."""
    nodes = (
        wrong(node("a", 2, 80), 120), wrong(node("b", -5, -36), -52), node("c", -10, -18, "*", "a", "b"),
        node("d", -8, -10, "+", "c", "a"), node("e", 80, 1, "*", "c", "d"),
    )  # fmt: skip
    writes = [
        write("e", 0, 1), write("c", 0, -8, "e"), write("d", 0, -10, "e"), write("a", 0, 40, "c"),
        write("b", 0, -16, "c"), write("c", -8, -18, "d"), write("a", 40, 30, "d"), write("a", 30, 120, "c"),
        write("b", -16, -52, "c"),
    ]  # fmt: skip

    assert story(passed_through(nodes, *writes)).endswith(
        "it sends 40 + 90 to `a` instead of 90. So `a.grad = 40 + (-10) + 90 = 120`; it should be 80."
    )


@pytest.mark.parametrize(("own", "got"), [(True, "5 + 2 = 7"), (False, "2")])
def test_the_story_of_a_contribution_that_arrives_at_the_other_operand(own: bool, got: str) -> None:  # noqa: FBT001
    nodes = (wrong(PRODUCT[0], 7 if own else 2), wrong(PRODUCT[1], 0), PRODUCT[2])
    first = (write("a", 0, 5, "c"),) if own else ()
    told = passed_through(nodes, write("c", 0, 1), *first, write("a", 5 if own else 0, 7 if own else 2, "c"))

    assert story(told, "wrong_recipient") == (
        "In `c = a * b`, `b` should get 2, but your code adds this 2 to `a`. "
        f"So `a.grad = {got}`; it should be 5."
    )


@pytest.mark.parametrize(
    ("op", "data", "local", "kept", "told"),
    [
        ("*", 9, 3, 3, "3 + 3 = 6. Your code adds 3 only once: the 3 of the other operand is missing."),
        (
            "-", 0, 1, -1,
            "1 + (-1) = 0. Your code adds -1, for the right operand: the 1 of the left operand is missing.",
        ),
        (
            "-", 0, 1, 1,
            "1 + (-1) = 0. Your code adds 1, for the left operand: the -1 of the right operand is missing.",
        ),
    ],
)  # fmt: skip
def test_the_story_of_an_operand_that_counts_once(
    op: str, data: float, local: float, kept: float, told: str
) -> None:
    right = local + (local if op == "*" else -local)
    nodes = (wrong(node("a", 3, right), kept), node("b", data, 1, op, "a", "a"))
    seen = passed_through(nodes, write("b", 0, 1), write("a", 0, kept, "b"))

    assert story(seen, "parents_in_a_set").startswith(
        f"In `b = a {op} a`, `a` is both operands and should get {told} So `a.grad = "
    )


@pytest.mark.parametrize(
    ("fault", "sent", "factor"),
    [("data_for_grad", 50, "-10, which is `c.data`,"), ("wrong_gradient_read", -35, "7, which is `b.grad`,")],
)
def test_the_story_of_a_rule_that_reads_another_number(fault: str, sent: float, factor: str) -> None:
    nodes = (wrong(node("a", 2, -5), sent), wrong(node("b", -5, 2), 7), node("c", -10, 1, "*", "a", "b"))
    told = passed_through(nodes, write("c", 0, 1), write("b", 0, 7, "c"), write("a", 0, sent, "c"))

    assert f"Your code multiplies by {factor} and adds {sent}." in story(told, fault)


def test_the_story_of_an_operation_that_returns_its_operand() -> None:
    result = node("b", 0.4621, 1, "tanh", "a").model_copy(update={"data_got": 0.5, "wrong_data": True})
    uses = [("a", "b", 0, 0.7864, 1, None)]
    nodes = (wrong(node("a", 0.5, 0.7864), 1), result)
    seen = Explained(graph="", root="b", nodes=nodes, contributions=contributions(uses))
    told = story(seen, "missing_return")

    assert not Passes(seen).outcomes, "no rule sends anything"
    assert told == (
        "`b = tanh(a)` should be a new node with 0.4621, but your method returns `a` itself, which holds 0.5."
    )


def test_the_story_of_a_second_pass_that_finds_the_first() -> None:
    nodes = (wrong(node("a", 2, 4), 8), node("b", 4, 1, "*", "a", "a"), node("c", 4, 1, "*", "a", "a"))
    writes = (
        write("b", 0, 1), write("a", 0, 2, "b"), write("a", 2, 4, "b"),
        write("c", 0, 1), write("a", 4, 6, "c"), write("a", 6, 8, "c"),
    )  # fmt: skip

    assert story(Explained(graph="", root="c", nodes=nodes, writes=writes)) == (
        "Before the second pass, `a.grad` is still 4 from the first. "
        "The second pass adds its own 4: `a.grad = 4 + 4 = 8`. It should be 4."
    )


def test_the_story_says_no_more_than_is_known() -> None:
    def of(*parts: Contribution) -> str:
        return story(SAME_TWICE.model_copy(update={"contributions": parts}))

    parts = SAME_TWICE.contributions
    total = "`a` is used twice, so `a.grad = 1 + 1 = 2`."
    held = "Your code leaves `a.grad = 1`."
    assert of(*(part.model_copy(update={"kept": None}) for part in parts)) == f"{total} {held}"
    assert of(*parts).startswith(f"{total} The contribution through the right side of `b` (+1) is kept.")
    assert of() == "The right value is `a.grad = 2`."


def test_where_the_rule_at_work_is_not_known_the_sum_is_of_what_was_written() -> None:
    """As where the rules of two powers read the gradient of the same result."""
    nodes = (
        wrong(node("a", 4, 17), 11), node("b", 8, 3, "**", "a", 1.5), node("c", 24, 1, "*", "b", 3.0),
        node("d", 16, 1, "**", "a", 2.0), node("e", 40, 1, "+", "c", "d"),
    )  # fmt: skip
    writes = [
        write("e", 0, 1), write("c", 0, 1, "e"), write("d", 0, 1, "e"), write("a", 0, 8),
        write("b", 0, 3, "c"), write("a", 8, 11),
    ]  # fmt: skip
    uses = [("a", "b", 0, 3, 3, None), ("a", "d", 0, 8, 1, None)]
    seen = Explained(graph="", root="e", nodes=nodes, contributions=contributions(uses), writes=tuple(writes))

    assert story(seen, "late_binding") == (
        "`a` is used twice, so `a.grad = 9 + 8 = 17`. Your code leaves `a.grad = 8 + 3 = 11`."
    )


def test_a_sum_is_told_only_where_its_parts_add_up() -> None:
    """As for the output, whose gradient is 1 before anything is added."""
    parts = tuple(part.model_copy(update={"value": 3.0}) for part in SAME_TWICE.contributions)

    assert "is used" not in story(SAME_TWICE.model_copy(update={"contributions": parts}))


def test_writes_that_do_not_lead_to_what_was_held_are_not_told() -> None:
    """Gradients that are kept elsewhere, or changed in place: the writes say nothing."""
    writes = tuple(
        write.model_copy(update={"new": -3.5}) if write.old == -3 else write for write in FIVE_NODES.writes
    )

    assert "The contribution through `c` (-3) is lost." in story(
        FIVE_NODES.model_copy(update={"writes": writes})
    )


NODE_OF_A_SUM = Explained(
    graph="",
    root="b",
    nodes=(
        node("a", 3, 2).model_copy(update={"gradient_got": None}),
        node("b", 6, 1, "+", "a", "a").model_copy(update={"data_got": None, "gradient_got": None}),
    ),
)
"""An operation gave nothing that has data."""


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("missing_return", "`b = a + a` should be a node, but your method returns `None`."),
        ("returns_a_number", "`b = a + a` should be a node, but your method returns a plain number."),
        ("raises", ""),
    ],
)
def test_the_story_of_an_operation_that_returns_no_node(fault: str, told: str) -> None:
    nodes = (node("a", 3, 2), node("b", 6, 1, "+", "a", "a"))

    assert story(NODE_OF_A_SUM, fault) == told
    assert story(NODE_OF_A_SUM.model_copy(update={"nodes": nodes}), fault) == ""


@pytest.mark.parametrize(
    ("operands", "fault", "method"),
    [(("a", "a"), "missing_method", "__mul__"), ((2.0, "a"), "reflected_missing", "__rmul__")],
)
def test_the_story_of_a_method_that_is_not_there(
    operands: tuple[str | float, ...], fault: str, method: str
) -> None:
    result = node("b", 6, 1, "*", *operands).model_copy(update={"data_got": None})
    told = story(Explained(graph="", root="b", nodes=(node("a", 3, 2), result)), fault)

    assert f"calls `{method}`, but your class does not define it" in told


def test_the_graph_that_an_exception_stopped_is_one_line() -> None:
    graph = "y = a * b; y.backward()\ny.zero_grad()"
    seen = Raised(type="TypeError", message="", line=18, cell=None, function="_backward", graph=graph)

    assert "`y = a * b; y.backward(); y.zero_grad()`" in words.raised(seen, Where(line=18))


def test_a_graph_in_which_no_number_is_wrong_is_not_drawn() -> None:
    """As where an exception left no numbers: the right ones would look like the student's."""
    right = tuple(
        node.model_copy(update={"wrong_data": False, "wrong_gradient": False}) for node in FIVE_NODES.nodes
    )
    told = view(changed(explained=FIVE_NODES.model_copy(update={"nodes": right})))

    assert told.explained is None
    assert told.caption == ""
    assert told.paste


@pytest.mark.parametrize("rung", Rung)
def test_each_rung_tells_what_those_below_it_tell_and_no_more(rung: Rung) -> None:
    told = view(OVERWRITTEN, rung)

    assert len(told.hints) == min(rung, 3)
    assert bool(told.quote) == (rung >= Rung.PLACE)
    assert bool(told.story) == bool(told.explained) == (rung >= Rung.CAUSE)
    assert any(each.shares for each in told.wrong) == (rung >= Rung.CAUSE)
    assert bool(told.repair) == (rung >= Rung.REPAIR)
    assert told.paste[0] == "a = Value(2.0)"


def test_a_repair_has_its_place_and_lines() -> None:
    told = changed(repair=(Edit(line=3, cell=2, was="", now="if x:\n\tpass"),))

    (edit,) = view(told, Rung.REPAIR).repair

    assert (edit.place, edit.lines) == ("cell 2, line 3", (("+", "if x:"), ("+", "    pass")))


def test_a_repair_is_written_as_one_would_write_it() -> None:
    edit = Edit(line=3, was="x.grad = g\nrun()", now="x.grad = x.grad + g\nrun()")

    (shown,) = view(changed(repair=(edit,)), Rung.REPAIR).repair

    assert shown.lines == (("-", "x.grad = g"), ("+", "x.grad += g"), (" ", "run()"))


def test_a_repair_of_a_sum_in_place_shows_the_difference() -> None:
    edits = (Edit(line=29, was="total += other.data", now="total = total + other.data"),)
    (edit,) = view(changed(repair=edits), Rung.REPAIR).repair

    assert edit.lines == (("-", "total += other.data"), ("+", "total = total + other.data"))


@pytest.mark.parametrize("rung", [Rung.SYMPTOM, Rung.PLACE, Rung.CAUSE])
def test_hints_are_about_this_graph_and_each_says_more(rung: Rung) -> None:
    hints = view(OVERWRITTEN, rung).hints

    assert "`a` is used 2 times in this graph" in hints[0]
    assert any("line 17" in hint for hint in hints) == (rung >= Rung.PLACE)
    assert any("replaces the -3" in hint for hint in hints) == (rung >= Rung.CAUSE)


def test_hints_about_an_exception_are_about_the_graph_that_it_stopped() -> None:
    stopped = NODE_OF_A_SUM.model_copy(update={"graph": "a = Value(3.0)\nb = a + a\nb.backward()"})
    seen = Raised(type="TypeError", message="", line=18, cell=None, function="_backward", graph="b = a + a")
    found = changed(fault="raises", explained=stopped, evidence=Evidence(raised=seen))
    first, *_, last = view(found, Rung.CAUSE).hints

    assert first.startswith("Run only `b = a + a`, and then the backward pass.")
    assert last.startswith("On the graph `b = a + a`, Python stops at line 18.")
    assert view(found, Rung.SYMPTOM).hints == (first,)
    assert view(found, Rung.SYMPTOM).title == "Some graphs stop with an exception"


def test_the_last_hint_about_a_result_that_is_no_node_is_its_story() -> None:
    *_, last = view(changed(fault="missing_return", explained=NODE_OF_A_SUM), Rung.CAUSE).hints

    assert last == (
        "An operation does not return its result. "
        "`b = a + a` should be a node, but your method returns `None`."
    )


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
    """Whole sentences about findings and in pictures."""
    for finding in (OVERWRITTEN, changed(explained=DIAMOND), changed(fault="unknown")):
        yield view(finding).story
        yield from evidence_of(finding)
        yield from (words.certainty(finding.model_copy(update={"certainty": each})) for each in Certainty)
    yield words.certainty(OVERWRITTEN, alone=False)
    yield from map(words.alternative, OVERWRITTEN.alternatives)
    yield from map(experiment, EXPERIMENTS)
    yield words.more(2)
    yield picture_words.legend()
    yield from (picture_words.caption({fate: ["a"]}) for fate in Fate)
    yield picture_words.title(4, 2)
    yield from (sentence for step in replay.steps(EARLY) for sentence in (*step.sentences, step.right))


SENTENCES = sorted(set(filter(None, every_sentence())))


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_is_whole_and_without_blame(sentence: str) -> None:
    assert sentence == sentence.strip()
    assert sentence[0].isupper() or sentence[0] in "`1234567890-"
    assert sentence.endswith(".")
    assert "{" not in sentence
    blame = ("bad ", "forgot", "illegal", "invalid", "your mistake", "wrongly", "should have")
    assert not [word for word in blame if word in sentence.lower()]


def headings() -> Iterator[str]:
    """What stands above or beside something."""
    yield from (words.title(OVERWRITTEN, rung) for rung in Rung)
    yield from (words.hint_title(1, rung) for rung in Rung if rung)
    yield from (words.same_cause(1), words.fix("line 3"), words.fix(""))


@pytest.mark.parametrize("heading", sorted(set(headings())))
def test_a_heading_is_no_sentence(heading: str) -> None:
    assert not heading.endswith(".")
    assert "{" not in heading


def test_the_story_of_an_endless_loop_is_why_it_does_not_end() -> None:
    endless = Loop(kind="while", line=31, last=35, function="backward", how="grows", name="queue")
    finding = Finding(fault="never_ends", certainty=Certainty.LIKELY, evidence=Evidence(loop=endless))

    assert view(finding).story == "The `while` loop on line 31 never ends: `queue` only gets longer."
    assert not view(finding).beside_story

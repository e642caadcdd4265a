"""A finding in words: what, where, how sure, what shows it, what to change."""

import pytest

from api.i18n import speaking
from api.words import finding as words
from api.words.finding import experiment
from grader import faults
from grader.compare import Quantity
from grader.finding import Agreement, Alternative, Certainty, Edit, Evidence, Finding, Raised, Where, Write
from grader.records import replace
from grader.sandbox.replies import Loop
from submissions.courses.assignments.hints import Rung
from tests.api.explained import FIVE_NODES, OVERWRITTEN, SAME_TWICE, write
from tests.api.report_view.findings import PRODUCT, changed, evidence_of, passed_through, view


@pytest.mark.parametrize(
    ("where", "everywhere", "at"),
    [
        (Where(line=17, operation="*"), False, " (line 17, in `*`)"),
        (
            Where(line=17, cell=2, operation="-", operand=1),
            False,
            " (line 17 of cell 2, in `-`, right operand)",
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
        ("-*/^", "line 17, in `+`; line 21, in `-`; line 22, in `*`; line 23, in `/`; 1 more place"),
    ],
)
def test_a_slip_in_several_operations_has_all_their_places(also: str, at: str) -> None:
    places = tuple(Where(operation=op, line=21 + number) for number, op in enumerate(also))
    found = changed(where=Where(line=17, operation="+"), also=places, everywhere=False)

    assert words.title(found) == f"Gradient overwritten instead of accumulated ({at})"
    assert words.title(found, Rung.SYMPTOM) == "Some gradients are wrong"


def test_the_line_that_is_quoted_is_of_an_operation_of_the_graph() -> None:
    elsewhere, shown = Where(operation="+", line=3), Where(operation="*", line=17)
    finding = changed(where=elsewhere, also=(shown,), everywhere=False, explained=SAME_TWICE)
    assert view(finding).places == (elsewhere, shown)

    seen = view(replace(finding, explained=passed_through(PRODUCT)))

    assert seen.places == (shown, elsewhere)
    assert seen.quote is not None
    assert seen.quote.number == 17
    assert seen.title.endswith("(line 17, in `*`; line 3, in `+`)")


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
    assert "this and the other findings" in together


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


def test_what_decides_about_two_causes_is_said_once() -> None:
    others = [Alternative(fault=fault, experiment="look-at-order") for fault in ("one_level", "preorder")]

    first, last = words.alternatives(others)

    assert experiment("look-at-order") not in first
    assert experiment("look-at-order") in last


@pytest.mark.parametrize(("language", "asked"), [("en", "1, should be 2"), ("es", "1, debería ser 2")])
def test_what_a_line_should_print_is_said_in_the_readers_language(language: str, asked: str) -> None:
    with speaking(language):
        assert view(changed(explained=SAME_TWICE)).paste[-1] == f"print(a.grad)  # {asked}"


def test_the_graph_that_an_exception_stopped_is_one_line() -> None:
    graph = "y = a * b; y.backward()\ny.zero_grad()"
    seen = Raised(type="TypeError", message="", line=18, cell=None, function="_backward", graph=graph)

    assert "`y = a * b; y.backward(); y.zero_grad()`" in words.raised(seen, Where(line=18))


def test_a_graph_in_which_no_number_is_wrong_is_not_drawn() -> None:
    """As where an exception left no numbers: the right ones would look like the student's."""
    right = tuple(replace(node, wrong_data=False, wrong_gradient=False) for node in FIVE_NODES.nodes)
    told = view(changed(explained=replace(FIVE_NODES, nodes=right)))

    assert told.explained is None
    assert told.caption == ""
    assert told.paste


def test_a_repair_has_its_place_and_lines() -> None:
    told = changed(repair=(Edit(line=3, cell=2, was="", now="if x:\n\tpass"),))

    (edit,) = view(told, Rung.REPAIR).repair

    assert (edit.place, edit.lines) == ("line 3 of cell 2", (("+", "if x:"), ("+", "    pass")))


def test_a_repair_is_written_as_one_would_write_it() -> None:
    edit = Edit(line=3, was="x.grad = g\nrun()", now="x.grad = x.grad + g\nrun()")

    (shown,) = view(changed(repair=(edit,)), Rung.REPAIR).repair

    assert shown.lines == (("-", "x.grad = g"), ("+", "x.grad += g"), (" ", "run()"))


def test_a_repair_of_a_sum_in_place_shows_the_difference() -> None:
    edits = (Edit(line=29, was="total += other.data", now="total = total + other.data"),)
    (edit,) = view(changed(repair=edits), Rung.REPAIR).repair

    assert edit.lines == (("-", "total += other.data"), ("+", "total = total + other.data"))


def test_a_repair_marks_the_lines_that_it_leaves_out() -> None:
    lines = ["if op == '+':", "    a.grad += g", "", "    b.grad += g", "elif op == '*':", "    a.grad += g"]
    was = "\n".join([*lines, "    end()", "last()", "x", "y", "z"])
    repair = (Edit(line=3, was=was, now=was.replace("    end()\n", "")),)

    (edit,) = view(changed(repair=repair), Rung.REPAIR).repair

    stay = [(" ", line) for line in (lines[0], "…", lines[-1])]
    assert edit.lines == (*stay, ("-", "    end()"), (" ", "last()"))
    (after,) = view(changed(repair=(Edit(line=3, was=was, now=f"{was}\nend()"),)), Rung.REPAIR).repair
    assert after.lines == ((" ", "if op == '+':"), (" ", "…"), (" ", "z"), ("+", "end()"))


def test_the_story_of_an_endless_loop_is_why_it_does_not_end() -> None:
    endless = Loop(kind="while", line=31, last=35, function="backward", how="grows", name="queue")
    finding = Finding(fault="never_ends", certainty=Certainty.LIKELY, evidence=Evidence(loop=endless))

    assert view(finding).story == "The `while` loop on line 31 never ends: `queue` only gets longer."
    assert not view(finding).beside_story

"""What each level of hints tells of a finding, and no more."""

import re

import pytest

from api.report_view.pictures import svg
from api.words import finding as words
from grader.finding import Evidence, Raised
from grader.records import replace
from submissions.courses.assignments.hints import Rung
from tests.api.explained import OVERWRITTEN
from tests.api.report_view.findings import NODE_OF_A_SUM, changed, view


@pytest.mark.parametrize(
    ("rung", "title"),
    [
        (Rung.SYMPTOM, "Some gradients are wrong"),
        (Rung.PLACE, "Some gradients are wrong (line 17, in `+`, and in every other operation)"),
    ],
)
def test_below_the_cause_a_title_names_none(rung: Rung, title: str) -> None:
    assert words.title(OVERWRITTEN, rung) == title


@pytest.mark.parametrize("rung", Rung)
def test_each_rung_tells_what_those_below_it_tell_and_no_more(rung: Rung) -> None:
    told = view(OVERWRITTEN, rung)

    assert len(told.hints) == (rung if rung < Rung.CAUSE else 0), "the card says what they would say"
    assert bool(told.quote) == (rung >= Rung.PLACE)
    assert bool(told.story) == (rung >= Rung.CAUSE)
    assert bool(told.symptom) == (Rung.NOTHING < rung < Rung.CAUSE)
    assert bool(told.explained) == (rung > Rung.NOTHING)
    assert any(each.contributions for each in told.wrong) == (rung >= Rung.CAUSE)
    assert bool(told.repair) == (rung >= Rung.REPAIR)
    assert told.paste[0] == "a = Value(2.0)"


@pytest.mark.parametrize("rung", [Rung.SYMPTOM, Rung.PLACE])
def test_a_symptom_shows_its_graph_and_not_what_became_of_contributions(rung: Rung) -> None:
    told = view(OVERWRITTEN, rung)
    assert told.explained is not None
    drawn = svg.pictures(told.explained)

    assert told.symptom == (
        "In `c = a * b; d = a + b; e = c + d` with `a = 2` and `b = -3`, "
        "your class gets `a.grad = 1`; it should be -2."
    )
    assert set(re.findall('<path class="([^"]+)"', drawn)) == {"forward", "corner"}


@pytest.mark.parametrize("rung", [Rung.SYMPTOM, Rung.PLACE])
def test_hints_are_about_this_graph_and_each_says_more(rung: Rung) -> None:
    hints = view(OVERWRITTEN, rung).hints

    assert "`a` is used 2 times in this graph" in hints[0]
    assert any("line 17" in hint for hint in hints) == (rung >= Rung.PLACE)
    assert not any("replaces the -3" in hint for hint in hints)


def test_hints_about_an_exception_are_about_the_graph_that_it_stopped() -> None:
    stopped = replace(NODE_OF_A_SUM, graph="a = Value(3.0)\nb = a + a\nb.backward()")
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


@pytest.mark.parametrize(
    ("message", "is_lacking"),
    [
        ("Value.backward() takes 0 positional arguments but 1 was given", True),
        ("Node.relu() takes 0 positional arguments but 1 was given", True),
        ("Value.relu() takes 1 positional argument but 2 were given", False),
        ("Value.__add__.<locals>._backward() takes 0 positional arguments but 1 was given", False),
    ],
)
def test_a_method_without_parameters_is_told_that_it_needs_self(message: str, *, is_lacking: bool) -> None:
    seen = Raised(type="TypeError", message=message, line=None, cell=None, function=None, graph="b = a + a")
    found = changed(fault="wrong_signature", explained=NODE_OF_A_SUM, evidence=Evidence(raised=seen))
    assert ("write `self`" in view(found, Rung.CAUSE).hints[-1]) == is_lacking

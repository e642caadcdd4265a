"""The story of an operation that returns wrong data, or no node."""

import pytest

from grader.explanation.passes import Passes
from grader.finding import Evidence, Explained, Raised, Where
from grader.records import replace
from tests.api.explained import contributions, node, wrong
from tests.api.report_view.findings import NODE_OF_A_SUM, changed, story, view


def test_data_that_the_constructor_stores_is_not_said_to_have_changed() -> None:
    stored = replace(node("a", 0.5, 1), data_got=0.0, wrong_data=True)
    seen = Explained(graph="", root="b", nodes=(stored, node("b", 1.0, 1, "+", "a", "a")))

    in_constructor = view(changed(fault="wrong_forward", explained=seen, where=Where(line=5))).story
    assert in_constructor == "`a.data` should be 0.5, but your class stores 0."
    assert story(seen, "operand_changed") == "`a.data` should stay 0.5, but it is 0 in the end."


def test_the_story_of_an_operation_that_returns_its_operand() -> None:
    result = replace(node("b", 0.4621, 1, "tanh", "a"), data_got=0.5, wrong_data=True)
    uses = [("a", "b", 0, 0.7864, 1, None)]
    nodes = (wrong(node("a", 0.5, 0.7864), 1), result)
    seen = Explained(graph="", root="b", nodes=nodes, contributions=contributions(uses))
    told = story(seen, "missing_return")

    assert not Passes(seen).outcomes, "no rule sends anything"
    assert told == (
        "`b = tanh(a)` should be a new node with 0.4621, but your method returns `a` itself, which holds 0.5."
    )


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("missing_return", "`b = a + a` should be a node, but your method returns `None`."),
        ("returns_a_number", "`b = a + a` should be a node, but your method returns a plain number."),
        ("unknown", "`b = a + a` should be 6, but your class gives no number."),
        ("raises", ""),
    ],
)
def test_the_story_of_an_operation_that_returns_no_node(fault: str, told: str) -> None:
    nodes = (node("a", 3, 2), node("b", 6, 1, "+", "a", "a"))

    assert story(NODE_OF_A_SUM, fault) == told
    assert story(replace(NODE_OF_A_SUM, nodes=nodes), fault) == ""


@pytest.mark.parametrize(
    ("operands", "fault", "method"),
    [(("a", "a"), "missing_method", "__mul__"), ((2.0, "a"), "reflected_missing", "__rmul__")],
)
def test_the_story_of_a_method_that_is_not_there(
    operands: tuple[str | float, ...], fault: str, method: str
) -> None:
    result = replace(node("b", 6, 1, "*", *operands), data_got=None)
    explained = Explained(graph="", root="b", nodes=(node("a", 3, 2), result))
    told = view(changed(fault=fault, explained=explained, where=Where(operation="*"))).story

    assert f"calls `{method}`, but your class does not define it" in told


@pytest.mark.parametrize(
    ("operation", "function", "times"),
    [("*", "__mul__", 0), ("*", "_backward", 0), ("*", None, 1), (None, "visit", 0), (None, None, 1)],
)
def test_a_method_in_which_python_stopped_is_not_said_to_be_missing(
    operation: str | None, function: str | None, times: int
) -> None:
    result = replace(node("b", 6, 1, "*", "a", "a"), data_got=None)
    explained = Explained(graph="", root="b", nodes=(node("a", 3, 2), result))
    evidence = Evidence(raised=Raised(type="AttributeError", function=function))
    where = Where(operation=operation)
    told = view(changed(fault="wrong_name", explained=explained, where=where, evidence=evidence)).story

    assert told.count("does not define it") == times

"""Hints on what a pass leaves behind ask about passes and resets, and not about a rule that is right."""

import pytest

from api.report_view.illustration import reset_reason
from api.report_view.source_lines import Quote
from grader.finding import Call, CallKind, Explained, NodeExplained, Where
from grader.records import replace
from submissions.courses.assignments.hints import Rung
from tests.api.explained import node, write, wrong
from tests.api.report_view.findings import changed, view

_RESET = Where(function="zero_grad", line=90)


def _graph(*kinds: CallKind, a: NodeExplained) -> Explained:
    calls = tuple(
        Call(kind=kind, node="a" if kind is CallKind.ZERO_GRAD else "b", step=n)
        for n, kind in enumerate(kinds)
    )
    return Explained(graph="", root="b", nodes=(a, node("b", 9, 1, "*", "a", "a")), calls=calls)


def test_a_gradient_that_is_not_reset_is_printed_around_the_reset() -> None:
    explained = _graph(CallKind.BACKWARD, CallKind.ZERO_GRAD, a=wrong(node("a", 3, 0), 6))
    finding = changed(fault="gradients_not_reset", explained=explained, where=_RESET, everywhere=False)

    first, second = view(finding, Rung.PLACE).hints

    assert first == "Print `a.grad` before and after `a.zero_grad()`. What should it be after?"
    assert second == "Look at line 90. What does it do to `a.grad`?"


def test_a_gradient_of_a_second_pass_is_printed_after_each() -> None:
    explained = _graph(CallKind.BACKWARD, CallKind.BACKWARD, a=wrong(node("a", 3, 6), 0))
    finding = changed(fault="shared_state", explained=explained, where=Where(line=1), everywhere=False)

    first, second = view(finding, Rung.PLACE).hints

    assert first == "Print `a.grad` after each pass. After which is it wrong first?"
    assert second == "Look at line 1. What does it leave behind for the second pass?"


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("self.grad == 0.0", "On line 90, `==` compares; `=` stores a value."),
        ("grad = 0", "On line 90, `grad` is a local variable, not the gradient of the node."),
        ("self.grad = None", "On line 90, `None` is stored, to which nothing can be added."),
        ("self.data = 0.0", "On line 90, `self.data` is assigned, not the gradient."),
        ("pass", "The statement on line 90 stores nothing."),
        ("return 0", "The statement on line 90 stores nothing."),
        ("self.grad = -self.grad", ""),
        ("def zero_grad(self):", ""),
    ],
)
def test_the_reason_is_that_of_the_marked_statement(statement: str, reason: str) -> None:
    assert reset_reason(Quote(90, "", statement, ""), "line 90", "grad") == reason


def test_without_a_marked_statement_there_is_no_reason() -> None:
    assert reset_reason(None, "line 90", "grad") == ""


def test_the_picture_of_several_passes_promises_no_arrows() -> None:
    explained = _graph(CallKind.BACKWARD, CallKind.ZERO_GRAD, a=wrong(node("a", 3, 0), 6))
    writes = (write("b", 0, 1, step=0), write("a", 0, 3, "b", step=0), write("a", 3, 6, "b", step=0))
    traced = replace(explained, writes=writes)

    assert view(changed(explained=explained)).caption == "This is what each node holds after the last line."
    assert view(changed(explained=traced)).caption == (
        "This is what each node holds after the last line. The replay shows each pass and each reset."
    )

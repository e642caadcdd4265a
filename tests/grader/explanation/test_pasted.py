"""Lines are shown only where they do what is said of them."""

import pytest

from grader.explanation.pasted import as_printed
from grader.sandbox.replies import PastedRun

LINES = "a = Value(3.0)\nb = a + a\nb.backward()\nprint(a.grad)  # 1, should be 2"


def printed(*texts: str) -> list[PastedRun]:
    return [PastedRun(printed=text) for text in texts]


@pytest.mark.parametrize("text", ["1", "1.0", "1.0000001", "[1.]", " [[1.0]] "])
def test_what_is_printed_as_said_stays(text: str) -> None:
    assert as_printed(LINES, printed(text, text), stops=False) == LINES


@pytest.mark.parametrize("text", ["2", "None", "", "Value(data=1)", "nan"])
def test_what_prints_something_else_is_not_shown(text: str) -> None:
    assert as_printed(LINES, printed(text, text), stops=False) == ""


def test_where_the_order_of_a_set_decides_only_what_is_right_is_said() -> None:
    assert as_printed(LINES, printed("1", "2"), stops=False) == LINES.replace(
        "# 1, should be 2", "# should be 2"
    )


def test_lines_that_end_in_an_exception_are_shown_for_one() -> None:
    raised = [PastedRun(raised="TypeError")] * 2
    assert as_printed(LINES, raised, stops=True) == LINES
    assert as_printed(LINES, raised, stops=False) == ""
    assert as_printed(LINES, printed("1", "1"), stops=True) == ""
    assert as_printed(LINES, [*raised[:1], *printed("1")], stops=True) == ""


def test_what_could_not_be_run_is_not_shown() -> None:
    assert as_printed(LINES, [], stops=False) == ""

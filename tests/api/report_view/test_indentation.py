"""A line with wrong indentation is quoted as it is indented, below the lines of its blocks."""

import pytest

from api.report_view.graph import quoted
from api.report_view.source_lines import SourceLines, with_blocks
from grader.sandbox.replies import Problem, ProblemKind

CASES = {
    "indent": (
        "class Value:\n    def send(self):\n        self.grad = 1\n\n          self.data = 2\n",
        ["self.grad = 1", "  self.data = 2", "  ^"],
    ),
    "unindent": (
        "class Value:\n    def send(self):\n        # a note\n        self.grad = 1\n      return self\n",
        ["def send(self):", "    self.grad = 1", "  return self", "  ^"],
    ),
    "no-block": (
        "class Value:\n    def send(self):\n    return self\n",
        ["def send(self):", "return self", "^"],
    ),
    "tabs": (
        "class Value:\n    def send(self):\n        self.grad = 1\n\treturn self\n",
        ["        self.grad = 1", "→   return self", "    ^"],
    ),
}


def shown(accident: str, text: str, line: int) -> list[str]:
    problem = Problem(kind=ProblemKind.SYNTAX, type=accident, line=line, column=3)
    seen = quoted(problem, SourceLines("value.py", text.encode()))
    return [*seen.line.splitlines(), seen.pointer]


@pytest.mark.parametrize("accident", CASES)
def test_the_line_stands_below_the_lines_of_its_blocks(accident: str) -> None:
    text, lines = CASES[accident]
    assert shown(accident, text, text.count("\n")) == lines


def test_blocks_that_go_deep_are_shown_from_the_inside() -> None:
    text = "".join(f"{' ' * depth}if True:\n" for depth in range(1, 30)) + "x = 1\n"
    lines = shown("unindent", text, 30)
    assert [line.strip() for line in lines] == ["if True:"] * 3 + ["x = 1", "^"]


def test_a_line_that_is_not_there_is_not_quoted() -> None:
    assert shown("indent", "x = 1\n", 7) == [""]


def test_endless_indentation_is_cut() -> None:
    assert max(map(len, shown("indent", f"x = 1\n{' ' * 9_000}y = 2\n", 2))) <= 120


class _Measured(str):
    """A line that counts how often it is read from its beginning."""

    __slots__ = ("times",)

    def __init__(self, _: str) -> None:
        self.times = 0

    def lstrip(self, chars: str | None = None, /) -> str:
        self.times += 1
        return super().lstrip(chars)


def test_a_long_line_is_not_measured_again_for_each_line_above_it() -> None:
    """A file of half a long line and half short ones froze the service for half a minute."""
    times = set()
    for above in (10, 1000):
        last = _Measured("  return self")
        assert with_blocks(["if x:", *["    x = 1"] * above, last])[0] == "if x:"
        times.add(last.times)

    assert len(times) == 1

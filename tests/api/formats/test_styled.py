"""Styled text of a terminal: what it takes of a line, and how it is rendered."""

import re

import pytest

from api.formats._styled import StyledText, cells

_TEXTS = [
    "On the graph `c = a * b`, Python stopped with this exception.",
    "short",
    "one-word-that-is-longer-than-any-line-of-this-width-and-has-to-be-cut and more",
    "节点的梯度被覆盖而不是累加 因为第十三行使用了赋值 所以丢失了",
    "añadir e\u0301 y más palabras de un idioma con acentos y una línea larga",
]


@pytest.mark.parametrize("width", [12, 20, 41])
@pytest.mark.parametrize("text", _TEXTS)
def test_lines_fit_and_nothing_is_lost(text: str, width: int) -> None:
    lines = [line.plain for line in StyledText.assemble("✗ ", (text, "red")).wrapped(width, 2)]

    assert all(cells(line.rstrip()) <= width for line in lines)
    assert lines[0].startswith("✗ ")
    assert all(line.startswith("  ") for line in lines[1:])
    assert "".join(line[2:] for line in lines) == text


def test_code_is_never_wrapped() -> None:
    code = StyledText("a = b + c", no_wrap=True)

    assert list(code.wrapped(5, 0)) == [code]


def test_colours_are_codes_around_the_same_text() -> None:
    line = StyledText.assemble(("1  ", "bold red"), "in line", (" 3", "dim"), "  ")

    assert line.render(color=False) == "1  in line 3"
    assert line.render(color=True) == "\x1b[1;31m1  \x1b[0min line\x1b[2m 3\x1b[0m"
    assert re.sub(r"\x1b\[[\d;]*m", "", line.render(color=True)) == line.render(color=False)


def test_a_tab_ends_where_it_would_in_a_terminal() -> None:
    assert StyledText.assemble("2 | ", ("\tx\ty", "cyan")).render(color=False) == "2 |     x       y"


def test_what_moves_the_cursor_is_left_out() -> None:
    assert StyledText("a\rb\x08c\x07").append("\x0bd").render(color=False) == "abcd"


@pytest.mark.parametrize(("width", "left"), [(4, "a b…"), (7, "a b c d"), (3, "a …")])
def test_a_line_that_is_cut_says_so(width: int, left: str) -> None:
    line = StyledText("a b c d")
    line.truncate(width)

    assert line.plain == left

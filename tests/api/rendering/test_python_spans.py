"""Colours of code lose nothing of it, whatever it is."""

import pytest
from hypothesis import given, strategies as st

from api.rendering.python_spans import Span, spans


def test_words_texts_remarks_numbers_and_names_are_told_apart() -> None:
    (line,) = spans(["def f(x): return x + 1.5  # 'no'"])

    assert line == [
        Span("keyword", "def"),
        Span("", " "),
        Span("name", "f"),
        Span("", "(x): "),
        Span("keyword", "return"),
        Span("", " x + "),
        Span("number", "1.5"),
        Span("", "  "),
        Span("comment", "# 'no'"),
    ]


def test_a_text_of_several_lines_is_one_of_each() -> None:
    assert spans(['"""a', "", 'b""" + c']) == [
        [Span("text", '"""a')],
        [],
        [Span("text", 'b"""'), Span("", " + c")],
    ]


@given(st.lists(st.text(alphabet="\"'\\#def 1.x()", max_size=12), min_size=1, max_size=6))
def test_the_pieces_are_the_lines(lines: list[str]) -> None:
    assert ["".join(span.text for span in line) for line in spans(lines)] == lines


@pytest.mark.parametrize(
    "line", [" " * 400, "'" * 400, "def f(x): return x + 1.5"], ids=["spaces", "quotes", "code"]
)
def test_what_is_too_much_has_no_colour(line: str) -> None:
    """The lexer would look through all spaces that follow, from the start of each line."""
    lines = [line] * 20_000

    assert spans(lines) == [[Span("", line)]] * len(lines)


def test_many_spaces_in_a_row_have_no_colour() -> None:
    lines = ["def f(x):", *[" " * 300] * 100, "    return x"]

    assert spans(lines) == [[Span("", line)] for line in lines]

"""Colours of code lose nothing of it, whatever it is."""

from hypothesis import given
from hypothesis import strategies as st

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

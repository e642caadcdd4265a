"""Python text cut into spans of a kind each, for colours. It need not be correct Python."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, _TokenType

_KINDS: dict[_TokenType, str] = {
    String: "text",
    Comment: "comment",
    Name.Function: "name",
    Name.Class: "name",
    Keyword: "keyword",
    Operator.Word: "keyword",
    Number: "number",
}
_LEXER = PythonLexer(stripnl=False, ensurenl=False)
_MOST_COLOURED = 64 * 1024
"""Letters. From the start of each line the lexer looks through all spaces and empty lines that follow."""
_MOST_SPACE = 2_000
"""The most white space in a row: more would take time by the square of it."""
_SPACE = re.compile(r"\s+")


class Span(NamedTuple):
    """A piece of a line."""

    kind: str
    """Empty for what has no colour of its own."""
    text: str


def spans(lines: Sequence[str]) -> list[list[Span]]:
    """The spans of each line; a string of several lines has one in each. What is too much has no colour."""
    text = "\n".join(lines)
    spans: list[list[Span]] = [[]]
    for kind, pieces in groupby(_pieces(text), key=lambda span: span.kind):
        first, *others = "".join(piece.text for piece in pieces).split("\n")
        spans[-1].append(Span(kind, first))
        spans.extend([Span(kind, other)] for other in others)
    return [[span for span in line if span.text] for line in spans]


def _pieces(text: str) -> Iterator[Span]:
    # The tokenizer takes too long for some texts, and a report must be shown whatever a file holds.
    if len(text) > _MOST_COLOURED or any(len(run[0]) > _MOST_SPACE for run in _SPACE.finditer(text)):
        return iter([Span("", text)])
    # Not `get_tokens`: that rewrites line ends first, and the spans must be the lines.
    return (Span(_kind(token), piece) for _, token, piece in _LEXER.get_tokens_unprocessed(text))


def _kind(token: _TokenType) -> str:
    """The kind of a token, or of the nearest above it in Pygments' tree."""
    parents = (part for part in reversed(token.split()) if part in _KINDS)
    return next((_KINDS[part] for part in parents), "")

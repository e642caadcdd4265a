"""Python text cut into spans of a kind each, for colours. It need not be right Python."""

import keyword
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_KINDS = (
    ("text", r'"""(?:[^\\]|\\.)*?(?:"""|\Z)|' + r"'''(?:[^\\]|\\.)*?(?:'''|\Z)"),
    ("text", r'"(?:[^"\\\n]|\\.)*"?|' + r"'(?:[^'\\\n]|\\.)*'?"),
    ("comment", r"#[^\n]*"),
    ("name", r"(?<=\bdef )\w+|(?<=\bclass )\w+"),
    ("keyword", rf"\b(?:{'|'.join(keyword.kwlist)})\b"),
    ("number", r"\b\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?\b"),
)
_PATTERN = re.compile("|".join(f"({pattern})" for _, pattern in _KINDS), re.DOTALL)


class Span(NamedTuple):
    """A piece of a line."""

    kind: str
    """Empty for what has no colour of its own."""
    text: str


def spans(lines: Sequence[str]) -> list[list[Span]]:
    """The spans of each line; a text of several lines is one of each."""
    found: list[list[Span]] = [[]]
    for kind, text in _pieces("\n".join(lines)):
        first, *others = text.split("\n")
        found[-1].append(Span(kind, first))
        found.extend([Span(kind, other)] for other in others)
    return [[span for span in line if span.text] for line in found]


def _pieces(text: str) -> Iterator[Span]:
    end = 0
    for match in _PATTERN.finditer(text):
        if match.start() > end:
            yield Span("", text[end : match.start()])
        yield Span(_KINDS[(match.lastindex or 1) - 1][0], match[0])
        end = match.end()
    yield Span("", text[end:])

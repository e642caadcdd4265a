"""The tokens of a line of a hunt's file."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from grader.hunt.problem import HuntProblemError, HuntProblemKind

LONGEST_LINE = 300
LARGEST_NUMBER = 1e6

_TOKEN = re.compile(
    r"(?P<space>[ \t]+)|(?P<comment>#.*)|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<sign>\*\*|[-+*/()=.;])",
    re.ASCII,
)
_SKIPPED = frozenset({"space", "comment"})


class Token(NamedTuple):
    """A piece of a line."""

    kind: str
    """`name`, `number`, `sign` or `end`."""
    text: str
    line: int
    start: int
    """Where it begins in the line, from 0."""
    end: int

    def problem(self, kind: HuntProblemKind, most: int = 0) -> HuntProblemError:
        """Return a problem at its place."""
        return HuntProblemError(kind, self.line, self.start + 1, self.text, most)


def tokens(text: str, line: int) -> list[Token]:
    """The tokens of a line, with one for its end; none where there is nothing but a comment.

    Raises `HuntProblemError` if the line is too long or has a character that the language has not.
    """
    if len(text) > LONGEST_LINE:
        raise HuntProblemError(HuntProblemKind.LINE_TOO_LONG, line, most=LONGEST_LINE)
    found = list(_tokens_of_line(text, line))
    return [*found, Token("end", "", line, len(text), len(text))] if found else []


def _tokens_of_line(text: str, line: int) -> Iterator[Token]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            character = text[at] if text[at].isprintable() else "?"
            raise HuntProblemError(HuntProblemKind.UNKNOWN_CHARACTER, line, at + 1, character)
        kind = match.lastgroup or ""
        if kind not in _SKIPPED:
            yield Token(kind, match[0], line, at, match.end())
        at = match.end()


def number_of(token: Token) -> int | float:
    """The number that a token writes.

    Raises `HuntProblemError` if it is too large.
    """
    value = float(token.text)
    if value > LARGEST_NUMBER:
        raise token.problem(HuntProblemKind.NUMBER_TOO_LARGE, int(LARGEST_NUMBER))
    return int(token.text) if token.text.isdigit() else value

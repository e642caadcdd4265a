"""Text in the styles of a terminal: wrapped by the cells that it takes, rendered with colours or plain."""

import re
from collections.abc import Iterable, Iterator
from unicodedata import combining, east_asian_width

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_WORD = re.compile(r"(?:\A\s*)?\S+\s*")
_TAB = 8
_CONTROL = dict.fromkeys((7, 8, 11, 12, 13))
"""Characters that would move the cursor: bell, backspace, vertical tab, form feed, carriage return."""

Part = tuple[str, str]
"""A text and its style."""


class StyledText:
    """A line of a terminal: parts, each in a style, such as `bold red`."""

    def __init__(self, text: str = "", style: str = "", *, no_wrap: bool = False) -> None:
        """Begin with one part; code has `no_wrap`."""
        self.parts: list[Part] = [(text.translate(_CONTROL), style)]
        self.no_wrap = no_wrap

    @classmethod
    def assemble(cls, *parts: "str | Part | StyledText", no_wrap: bool = False) -> "StyledText":
        """Join parts into one line."""
        made = cls(no_wrap=no_wrap)
        for part in parts:
            if isinstance(part, StyledText):
                made.parts += part.parts
            else:
                made.append(*((part,) if isinstance(part, str) else part))
        return made

    @classmethod
    def _of(cls, parts: Iterable[Part], *, no_wrap: bool) -> "StyledText":
        made = cls(no_wrap=no_wrap)
        made.parts = list(parts)
        return made

    def append(self, text: str, style: str = "") -> "StyledText":
        """Append a part, and return the same line."""
        self.parts.append((text.translate(_CONTROL), style))
        return self

    @property
    def plain(self) -> str:
        """The text without its styles."""
        return "".join(text for text, _ in self.parts)

    def truncate(self, width: int) -> None:
        """Cut the text to a width in cells, and show that something is left out."""
        if cells(self.plain) > width:
            self.parts = [*self._between(0, _fitting(self.plain, width - 1)), ("…", self.parts[-1][1])]

    def render(self, *, color: bool) -> str:
        """The line without blanks at its end, with the codes of its styles or without."""
        column, rendered = 0, ""
        for text, style in self._between(0, len(self.plain.rstrip())):
            expanded = _without_tabs(text, column)
            column += cells(expanded)
            codes = ";".join(map(_CODES.__getitem__, style.split())) if color and expanded else ""
            rendered += f"\x1b[{codes}m{expanded}\x1b[0m" if codes else expanded
        return rendered

    def wrapped(self, width: int | None, indent: int) -> "Iterator[StyledText]":
        """Yield lines of `width` cells; all but the first are indented to below a character of it."""
        plain = self.plain
        if width is None or self.no_wrap or cells(plain) <= width:
            yield self
            return
        text, start = plain[indent:], indent
        before = self._between(0, indent)
        for end in (*(indent + place for place in _breaks(text, width - indent)), len(plain)):
            yield self._of([*before, *self._between(start, end)], no_wrap=True)
            before, start = [(" " * indent, "")], end

    def _between(self, start: int, end: int) -> list[Part]:
        """The parts of the characters from one place to another."""
        found, place = [], 0
        for text, style in self.parts:
            if piece := text[max(0, start - place) : max(0, end - place)]:
                found.append((piece, style))
            place += len(text)
        return found


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def _cells_of(character: str) -> int:
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _fitting(text: str, width: int) -> int:
    """Return how many characters of a text fit into `width` cells."""
    taken = 0
    for place, character in enumerate(text):
        taken += _cells_of(character)
        if taken > width:
            return place
    return len(text)


def _breaks(text: str, width: int) -> Iterator[int]:
    """Yield where lines begin after the first: before words, and inside of one that is longer than a line."""
    taken = 0
    for word in _WORD.finditer(text):
        start, left = word.start(), word[0]
        if taken + cells(left.rstrip()) > width:
            if start:
                yield start
            while cells(left.rstrip()) > width:
                fits = max(1, _fitting(left, width))
                start, left = start + fits, left[fits:]
                yield start
            taken = 0
        taken += cells(left)


def _without_tabs(text: str, column: int) -> str:
    """Return the text with blanks in place of tabs, as it stands at that column."""
    first, *others = text.split("\t")
    for other in others:
        first += " " * (_TAB - (column + cells(first)) % _TAB) + other
    return first

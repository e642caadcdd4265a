"""A drawing that grows: texts, bars and lines of one width, and the width that a text takes."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

LETTER, WIDE = 7.6, 12.5
"""The width of a letter of a text 13 pixels high, and of a wide one; no usual font has a wider alphabet."""
LINE = 17.0
"""The height of a line of text."""

_WIDE = frozenset("%@MWmw&—…")


@dataclass
class ChartDrawing:
    """A drawing that grows: its size, and its parts so far."""

    width: float
    height: float = 0
    parts: list[Markup] = field(default_factory=list)

    def text(self, x: float, y: float, text: str, *, anchor: str = "start", kind: str = "") -> None:
        """A text with its baseline at `y`."""
        shown = Markup('<text x="{}" y="{}" text-anchor="{}"{}>{}</text>')
        self.parts.append(shown.format(_n(x), _n(y), anchor, _class(kind), text))

    def bar(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        """A filled rectangle."""
        shown = Markup('<rect x="{}" y="{}" width="{}" height="{}"{}/>')
        self.parts.append(shown.format(_n(x), _n(y), _n(max(width, 0)), _n(max(height, 0)), _class(kind)))

    def line(self, start: tuple[float, float], end: tuple[float, float], kind: str) -> None:
        """A straight line."""
        shown = Markup('<line x1="{}" y1="{}" x2="{}" y2="{}"{}/>')
        self.parts.append(shown.format(*map(_n, (*start, *end)), _class(kind)))

    def legend(self, entries: Sequence[tuple[str, str]]) -> None:
        """Explain each colour, by kind and text, in the next lines."""
        if not entries:
            return
        x, y = 0.0, self.height + LINE
        for kind, text in entries:
            wide = 20 + width_of(text)
            if x and x + wide > self.width:
                x, y = 0.0, y + LINE
            self.bar(x, y - 10, 12, 12, kind)
            for place, line in enumerate(wrapped(text, self.width - 20)):
                y += LINE if place else 0
                self.text(x + 18, y, line)
            x += wide + 16
        self.height = y + 10

    def svg(self, kind: str) -> Markup:
        """The drawing. The table beside it says the same to who does not see it."""
        sizes = Markup('viewBox="0 0 {w} {h}" width="{w}" height="{h}"')
        whole = Markup('<svg class="{}" {} aria-hidden="true">{}</svg>')
        size = sizes.format(w=_n(self.width), h=_n(self.height))
        return whole.format(kind, size, Markup().join(self.parts))


def width_of(text: str) -> float:
    """The most that a text takes."""
    return sum(WIDE if letter in _WIDE or letter > "\u2fff" else LETTER for letter in text)


def wrapped(text: str, width: float) -> list[str]:
    """A text in lines of at most this width; a word is never cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _class(kind: str) -> Markup:
    return Markup(' class="{}"').format(kind) if kind else Markup()


def _n(value: float) -> str:
    return escape(f"{value:.1f}".removesuffix(".0"))

"""A graph that is explained, as SVG: what each node holds, and what became of each contribution.

What is wrong or lost is told by shape and in words as well as by colour. Nothing is run or loaded,
and light and dark follow the reader's choice.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from html import escape
from itertools import pairwise
from pathlib import Path

from api.report_view.one_line import one_line
from api.report_view.pictures.layers import Box, Edge, PictureLayout, PicturePoint, Size, layout, uses
from api.report_view.pictures.text import alternative, figures, formula, signed
from api.words import picture as words
from grader.finding import Contribution, Explained, NodeExplained

STYLE_FILE = Path(__file__).parent / "graph.css"
STYLE = STYLE_FILE.read_text(encoding="utf-8")
"""For a page that shows pictures; one that stands alone has it inside."""

MOST_NODES = 24
"""Beyond, a picture would be none."""
_MOST_USES = 60

_CHARACTER = 7.25
"""The width of one, of the widest of the fonts."""
_ROW = 16.0
_BASELINE = 11.5
_PAD = 6.0
_LABEL = 14.0
"""The height of a line of text beside a line."""
_HEAD = 11.0
"""The length that is kept for the arrow or cross at the end of a line."""
_MARGIN = 4.0
_SCALE = 1.2
_LONGEST_NAME = 16
_CROSS = "✗"


class Direction(StrEnum):
    """Where data flows to."""

    RIGHT = "right"
    DOWN = "down"


_MOST_SHRUNK = {Direction.RIGHT: 560.0, Direction.DOWN: 400.0}
"""Wider pictures are scrolled where the screen is small: made to fit, they could not be read."""


def picture(explained: Explained, direction: Direction = Direction.RIGHT, *, alone: bool = False) -> str:
    """The picture as one `<svg>` element; empty where the graph is too large for one.

    It needs `STYLE` on the page around it; one to stand `alone` has it inside.
    """
    if not 0 < len(explained.nodes) <= MOST_NODES or len(list(uses(explained.nodes))) > _MOST_USES:
        return ""
    return "\n".join(_Picture(explained, direction).lines(STYLE if alone else ""))


def pictures(explained: Explained) -> str:
    """The picture in both directions, of which a page shows the one that suits the width of the screen."""
    return "\n".join(filter(None, (picture(explained, direction) for direction in Direction)))


_Stroke = tuple[str, *tuple[PicturePoint, ...]]
"""A command of a path, and its points with data flowing to the right."""


@dataclass(frozen=True)
class _Row:
    """A line of text in a box."""

    text: str
    kind: str = ""


@dataclass(frozen=True)
class _Picture:
    explained: Explained
    direction: Direction

    def lines(self, style: str) -> Iterator[str]:
        """The element, line by line."""
        yield self._svg()
        yield f"<title>{escape(self._title())}</title>"
        yield f"<desc>{escape(alternative(self.explained))}</desc>"
        if style:
            yield f"<style>{style}</style>"
        for use, points in self.layout.lines.items():
            yield from self._use(use, points)
        for node in self.explained.nodes:
            yield from self._node(node, self.layout.boxes[node.name])
        yield "</svg>"

    def _svg(self) -> str:
        width, height = self._turned(self.layout.width, self.layout.height)
        ends = [self._end(use, each) for use, each in self.contributions.items()]
        width, height = max([width, *ends]) + 2 * _MARGIN, height + 2 * _MARGIN
        wide = width > _MOST_SHRUNK[self.direction]
        scale = 1.0 if wide else _SCALE
        kinds = ("graph-picture", self.direction, *(["wide"] if wide else []))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{" ".join(kinds)}" role="img"'
            f' width="{_n(width * scale)}" height="{_n(height * scale)}"'
            f' viewBox="{_n(-_MARGIN)} {_n(-_MARGIN)} {_n(width)} {_n(height)}">'
        )

    def _end(self, use: Edge, contribution: Contribution) -> float:
        """Where what stands beside a line ends."""
        port = self.layout.lines[use][0]
        return self._beside(port)[0] + max(map(_width, _labels(contribution)))

    def _beside(self, port: PicturePoint) -> tuple[float, float]:
        """Where the value of a contribution is written."""
        x, y = self._turned(port.x, port.y)
        return (x + 5, y + _HEAD + _BASELINE - 1) if self._is_down else (x + _HEAD, y - 4)

    def _title(self) -> str:
        nodes = self.explained.nodes
        return words.title(len(nodes), sum(node.wrong_data + node.wrong_gradient for node in nodes))

    @property
    def _is_down(self) -> bool:
        return self.direction is Direction.DOWN

    def _turned(self, along: float, across: float) -> tuple[float, float]:
        """What is laid out to the right, in the picture's direction; and back."""
        return (across, along) if self._is_down else (along, across)

    # --- What the layout needs ---

    @cached_property
    def layout(self) -> PictureLayout:
        """Everything in its place, with data flowing to the right."""
        sizes = {node.name: self._size(node) for node in self.explained.nodes}
        return layout(self.explained.nodes, self.explained.root, sizes)

    @cached_property
    def contributions(self) -> Mapping[Edge, Contribution]:
        """Those that are known, by the line they come on."""
        return {Edge(each.node, each.consumer, each.slot): each for each in self.explained.contributions}

    @cached_property
    def rows(self) -> Mapping[str, list[_Row]]:
        """What stands in each box."""
        return {node.name: list(self._rows(node)) for node in self.explained.nodes}

    def _size(self, node: NodeExplained) -> Size:
        rows = self.rows[node.name]
        box = max(_width(row.text) for row in rows) + 2 * _PAD, len(rows) * _ROW + _PAD
        told = [each for each in self.explained.contributions if each.node == node.name]
        if not told:
            return Size(*self._turned(*box))
        label = max(_width(text) for each in told for text in _labels(each)) + 2, 2 * _LABEL + 1
        (along, across), (room, lane) = self._turned(*box), self._turned(*label)
        return Size(along, max(across, len(told) * (lane + (_PAD if self._is_down else 0))), room + _HEAD)

    # --- Boxes ---

    def _rows(self, node: NodeExplained) -> Iterator[_Row]:
        name = one_line(formula(self.explained, node), _LONGEST_NAME)
        yield _Row(f"{name} {_CROSS}" if node.wrong_data or node.wrong_gradient else name, "name")
        yield from _number(words.DATA, node.data, node.data_got, wrong=node.wrong_data)
        yield from _number(words.GRADIENT, node.gradient, node.gradient_got, wrong=node.wrong_gradient)

    def _node(self, node: NodeExplained, box: Box) -> Iterator[str]:
        (x, y), (width, height) = self._turned(box.x, box.y), self._turned(box.width, box.height)
        wrong = node.wrong_data or node.wrong_gradient
        yield f'<g class="{"node wrong" if wrong else "node"}">'
        yield f"<title>{escape(formula(self.explained, node))}</title>"
        yield _rect(x, y, width, height, 6)
        if wrong:
            yield _rect(x + 3, y + 3, width - 6, height - 6, 4)
        rows = self.rows[node.name]
        top = y + (height - len(rows) * _ROW) / 2 + _BASELINE
        for place, row in enumerate(rows):
            yield _text(x + _PAD, top + place * _ROW, row.text, row.kind)
        yield "</g>"

    # --- Lines ---

    def _use(self, use: Edge, points: tuple[PicturePoint, ...]) -> Iterator[str]:
        contribution = self.contributions.get(use)
        if contribution is None:
            yield self._path(_curve(points))
            yield self._path(_arrow(points[-1], back=-5))
            return
        kind = {True: " kept", False: " lost", None: ""}[contribution.kept]
        yield f'<g class="use{kind}">'
        yield self._path(_curve(points), "line")
        yield self._path(_cross(points[0]) if contribution.kept is False else _arrow(points[0], back=6))
        yield from self._labelled(points[0], contribution)
        yield "</g>"

    def _labelled(self, port: PicturePoint, contribution: Contribution) -> Iterator[str]:
        """The contribution's value, struck out where it is lost, and its fate, on both sides of its line."""
        value, verdict = _labels(contribution)
        x, y = self._beside(port)
        yield _text(x, y, value)
        if verdict:
            yield _text(x, y + _LABEL + (0 if self._is_down else 1), verdict)
        if contribution.kept is False:
            yield f'<path class="strike" d="M{_n(x - 1)} {_n(y)}L{_n(x + _width(value) + 1)} {_n(y - 8)}"/>'

    def _path(self, strokes: Iterable[_Stroke], kind: str = "") -> str:
        d = "".join(
            command + " ".join(f"{_n(x)} {_n(y)}" for x, y in (self._turned(*point) for point in points))
            for command, *points in strokes
        )
        return f'<path class="{kind}" d="{d}"/>' if kind else f'<path d="{d}"/>'


def _number(name: str, right: float, held: float | None, *, wrong: bool) -> Iterator[_Row]:
    expected, got = figures(right, held)
    if not wrong:
        yield _Row(f"{name} {expected}")
        return
    yield _Row(f"{name} {words.got(got)}", "got")
    yield _Row(words.expected(expected))


def _labels(contribution: Contribution) -> tuple[str, str]:
    """What stands beside a line: the value, and its fate where that is known."""
    return signed(contribution.value), words.fate(contribution.kept)


def _curve(points: Sequence[PicturePoint]) -> Iterator[_Stroke]:
    """Level at every point, so that it passes between boxes."""
    yield "M", points[0]
    for one, other in pairwise(points):
        if one.y == other.y:
            yield "L", other
            continue
        middle = (one.x + other.x) / 2
        yield "C", PicturePoint(middle, one.y), PicturePoint(middle, other.y), other


def _arrow(tip: PicturePoint, back: float) -> Iterator[_Stroke]:
    """At the end of a line that comes from where `back` is."""
    yield "M", PicturePoint(tip.x + back, tip.y - 3.5)
    yield "L", tip
    yield "L", PicturePoint(tip.x + back, tip.y + 3.5)


def _cross(port: PicturePoint) -> Iterator[_Stroke]:
    near, far = port.x + 1, port.x + 8
    yield "M", PicturePoint(near, port.y - 4)
    yield "L", PicturePoint(far, port.y + 4)
    yield "M", PicturePoint(near, port.y + 4)
    yield "L", PicturePoint(far, port.y - 4)


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{_n(x)}" y="{_n(y)}"{attribute}>{escape(text)}</text>'


def _rect(x: float, y: float, width: float, height: float, radius: float) -> str:
    sizes = f'width="{_n(width)}" height="{_n(height)}" rx="{_n(radius)}"'
    return f'<rect x="{_n(x)}" y="{_n(y)}" {sizes}/>'


def _n(number: float) -> str:
    """A length, the same on every machine."""
    return f"{round(number, 1) + 0.0:g}"


def _width(text: str) -> float:
    return len(text) * _CHARACTER

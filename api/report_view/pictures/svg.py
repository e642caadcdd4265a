"""A graph as SVG: what each node holds, and what became of each contribution on its way back.

Data flows forward on thin lines, gradients back on thick arrows. What became of a contribution shows in
the form of its arrow and in words, not only in its colour. Nothing is run or loaded, and light and dark
follow the reader's choice.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from html import escape
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

from api.report_view.pictures.layers import Box, Edge, PictureLayout, PicturePoint, Size, layout, uses
from api.report_view.pictures.look import ArrowLook, BoxLook, BoxRow, PictureLook, final_look
from api.report_view.pictures.text import ATTRIBUTES, alternative, formula
from api.words import picture as words
from grader.compare import Quantity
from grader.finding import Explained, NodeExplained
from grader.records import Frozen

STYLE_FILE = Path(__file__).parent / "graph.css"
STYLE = STYLE_FILE.read_text(encoding="utf-8")
"""The style of a page that shows pictures; a picture that stands alone has it inside."""

MOST_NODES = 24
"""Beyond, a picture would be none."""
_MOST_USES = 60

_CHARACTER = 8.5
"""The width of one, of the widest of the fonts, 14 pixels high."""
_SMALL = 7.9
"""The width of a character of the text on an arrow, 13 pixels high."""
_ROW = 20.0
_BASELINE = 14.5
_PAD = 8.0
_LEAST_WIDTH, _LEAST_DOWN = 104.0, 88.0
"""The least size of a box; beside others on a small screen it may be narrower."""
_GAP = 14.0
"""The space between the two texts of a row."""
_PLATE = 19.0
"""The height of a line of text on an arrow."""
_SHORT_LINE = 6
"""Characters in a line on an arrow of a small screen, where words allow it."""
_HEAD = 12.0
"""The length of an arrow's head."""
_APART = 4.0
"""How far a line and its arrow are off the middle between them."""
_LANE = 2 * _APART + 8.0
_MARGIN = 12.0
_COLUMN = 576.0
"""The width of a column of a page; no picture on a large screen is shrunk."""
_NARROW = 352.0
"""The width that a phone shows as 325 pixels, with letters of 12; wider pictures are not shrunk there."""
_CORNER = 11.0


class Direction(StrEnum):
    """Where data flows to."""

    RIGHT = "right"
    DOWN = "down"


def picture(
    explained: Explained,
    direction: Direction = Direction.RIGHT,
    attributes: Mapping[Quantity, str] = ATTRIBUTES,
    *,
    alone: bool = False,
) -> str:
    """The picture as one `<svg>` element; empty where the graph is too large for one.

    It needs `STYLE` on the page around it; one to stand `alone` has it inside.
    """
    if not can_be_drawn(explained):
        return ""
    look, told = final_look(explained, attributes[Quantity.GRADIENT]), alternative(explained, attributes)
    return Canvas(explained, direction, (look,)).drawn(look, told, STYLE if alone else "")


def pictures(explained: Explained, attributes: Mapping[Quantity, str] = ATTRIBUTES) -> str:
    """The picture in both directions, of which a page shows the one that suits the width of the screen.

    `attributes` is what the class calls its numbers.
    """
    return "\n".join(filter(None, (picture(explained, direction, attributes) for direction in Direction)))


def can_be_drawn(explained: Explained) -> bool:
    """Whether a picture would show anything."""
    return 0 < len(explained.nodes) <= MOST_NODES and len(list(uses(explained.nodes))) <= _MOST_USES


_Stroke = tuple[str, *tuple[PicturePoint, ...]]
"""A command of a path, and its points with data flowing to the right."""


class Canvas(Frozen, dict=True):
    """Where everything goes, the same for several looks of one graph."""

    explained: Explained
    direction: Direction
    looks: Sequence[PictureLook]

    def drawn(self, look: PictureLook, description: str, style: str = "") -> str:
        """Return one look as an `<svg>` element."""
        return "\n".join(self._lines(look, description, style))

    def _lines(self, look: PictureLook, description: str, style: str) -> Iterator[str]:
        yield self._svg()
        yield f"<title>{escape(self._title())}</title>"
        yield f"<desc>{escape(description)}</desc>"
        if style:
            yield f"<style>{style}</style>"
        for use, points in self.layout.lines.items():
            yield self._path(_curve(points, -_APART), "forward")
            yield from self._arrow(points, look.arrows.get(use))
        for node in self.explained.nodes:
            yield from self._node(node, self.layout.boxes[node.name], look.boxes[node.name])
        yield "</svg>"

    def _svg(self) -> str:
        sides = self._turned(self.layout.width, self.layout.height)
        ends = [self._plate_end(use) for use in self._plates]
        width, height = (
            max([side, *(end[axis] for end in ends)]) + 2 * _MARGIN for axis, side in enumerate(sides)
        )
        kinds = ["graph-picture", self.direction]
        kinds += ["wide"] if width > _COLUMN else ["narrow"] if width <= _NARROW else []
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{" ".join(kinds)}" role="img"'
            f' width="{_n(width)}" height="{_n(height)}"'
            f' viewBox="{_n(-_MARGIN)} {_n(-_MARGIN)} {_n(width)} {_n(height)}">'
        )

    def _plate_end(self, use: Edge) -> tuple[float, float]:
        """The lower right corner of what is written on an arrow."""
        port, (width, height) = self.layout.lines[use][0], self._plates[use]
        x, y = self._turned(port.x + _HEAD, port.y + 2 * _APART + 2)
        return x + width, y + height

    def _title(self) -> str:
        nodes = self.explained.nodes
        return words.title(len(nodes), sum(node.wrong_data + node.wrong_gradient for node in nodes))

    @property
    def _is_down(self) -> bool:
        return self.direction is Direction.DOWN

    def _turned(self, along: float, across: float) -> tuple[float, float]:
        """Turn what is laid out to the right into the picture's direction, or back."""
        return (across, along) if self._is_down else (along, across)

    # --- What the layout needs ---

    @cached_property
    def layout(self) -> PictureLayout:
        """Return the layout of the picture, with data flowing to the right."""
        sizes = {node.name: self._size(node.name) for node in self.explained.nodes}
        return layout(self.explained.nodes, self.explained.root, sizes, inputs_late=self._is_down)

    @cached_property
    def _plates(self) -> Mapping[Edge, tuple[float, float]]:
        """The width and height of what is written on each arrow, at its largest."""
        found: dict[Edge, tuple[float, float]] = {}
        for look in self.looks:
            for use, arrow in look.arrows.items():
                lines = self._plate_lines(arrow)
                width, height = found.get(use, (0.0, 0.0))
                found[use] = (
                    max(width, *(len(line) * _SMALL + _PAD for line in lines)),
                    max(height, len(lines) * _PLATE),
                )
        return found

    def _size(self, name: str) -> Size:
        """Return the room of a node: its largest box in any look, and lanes for the arrows of its uses.

        Where uses have plates, each has a lane of the height of a plate, and the widest plate fits beside it.
        """
        rows = [look.boxes[name].rows for look in self.looks]
        width = max(_row_width(row) for each in rows for row in each) + 2 * _PAD
        box = (
            max(width, _LEAST_DOWN if self._is_down else _LEAST_WIDTH),
            max(map(len, rows)) * _ROW + 2 * _PAD,
        )
        mine = [use for use in uses(self.explained.nodes) if use.node == name]
        plates = [self._plates[use] for use in mine if use in self._plates]
        along, across = self._turned(*box)
        if not plates:
            return Size(along, max(across, len(mine) * _LANE * 1.5), _HEAD)
        room, lane = self._turned(max(w for w, _ in plates), max(h for _, h in plates))
        return Size(along, max(across, len(mine) * (lane + _LANE + _APART)), room + _HEAD + 2 * _APART)

    # --- Boxes ---

    def _node(self, node: NodeExplained, box: Box, look: BoxLook) -> Iterator[str]:
        (x, y), (width, height) = self._turned(box.x, box.y), self._turned(box.width, box.height)
        yield f'<g class="{" ".join(("node", *look.kinds))}">'
        yield f"<title>{escape(formula(self.explained, node))}</title>"
        yield _rect(x, y, width, height, 7)
        if "wrong" in look.kinds:
            right = x + width
            yield f'<path class="corner" d="M{_n(right - _CORNER)} {_n(y)}H{_n(right)}V{_n(y + _CORNER)}Z"/>'
        top = y + (height - len(look.rows) * _ROW) / 2 + _BASELINE
        for place, row in enumerate(look.rows):
            yield from _row(row, x + _PAD, x + width - _PAD, top + place * _ROW)
        yield "</g>"

    # --- Arrows ---

    def _arrow(self, points: tuple[PicturePoint, ...], arrow: ArrowLook | None) -> Iterator[str]:
        if arrow is None:
            return
        yield f'<g class="{f"use {arrow.kind}".strip()}">'
        yield self._path(_curve(points, _APART, _HEAD - 2), "line")
        port = points[0]
        yield self._path(_cross(port) if arrow.kind in ("lost", "missing") else _head(port), "head")
        yield from self._plate(port, arrow)
        yield "</g>"

    def _plate(self, port: PicturePoint, arrow: ArrowLook) -> Iterator[str]:
        """Yield the label of an arrow, beside its line."""
        lines = self._plate_lines(arrow)
        width, height = max(len(line) for line in lines) * _SMALL + _PAD, len(lines) * _PLATE
        x, y = self._turned(port.x + _HEAD, port.y + 2 * _APART + 2)
        yield _rect(x, y, width, height, 4)
        for number, line in enumerate(lines):
            yield _text(x + _PAD / 2, y + number * _PLATE + 14, line)

    def _plate_lines(self, arrow: ArrowLook) -> tuple[str, ...]:
        """The value alone, or with its fate below it, which a small screen shows in short lines."""
        fate = (
            wrap(arrow.verdict, _SHORT_LINE, break_long_words=False)
            if self._is_down
            else filter(None, [arrow.verdict])
        )
        return (arrow.label, *fate)

    def _path(self, strokes: Iterable[_Stroke], kind: str) -> str:
        d = "".join(
            command + " ".join(f"{_n(x)} {_n(y)}" for x, y in (self._turned(*point) for point in points))
            for command, *points in strokes
        )
        return f'<path class="{kind}" d="{d}"/>'


def _curve(points: Sequence[PicturePoint], aside: float, shorter: float = 0.0) -> Iterator[_Stroke]:
    """Yield a curve that is level at every point, so that it passes between boxes.

    It runs `aside` below the line that was laid out, and begins `shorter` behind its start, in pixels.
    """
    first, *others = (PicturePoint(point.x, point.y + aside) for point in points)
    start = PicturePoint(first.x + shorter, first.y)
    yield "M", start
    for one, other in pairwise((start, *others)):
        if one.y == other.y:
            yield "L", other
            continue
        middle = (one.x + other.x) / 2
        yield "C", PicturePoint(middle, one.y), PicturePoint(middle, other.y), other


def _head(port: PicturePoint) -> Iterator[_Stroke]:
    """The head of an arrow that ends at a node."""
    y = port.y + _APART
    yield "M", PicturePoint(port.x + 1, y)
    yield "L", PicturePoint(port.x + _HEAD, y - 6)
    yield "L", PicturePoint(port.x + _HEAD, y + 6)
    yield ("Z",)


def _cross(port: PicturePoint) -> Iterator[_Stroke]:
    """Yield the cross that takes the place of a contribution where nothing stays at the node."""
    y, near, far = port.y + _APART, port.x + 2, port.x + 12
    yield "M", PicturePoint(near, y - 5)
    yield "L", PicturePoint(far, y + 5)
    yield "M", PicturePoint(near, y + 5)
    yield "L", PicturePoint(far, y - 5)


def _row_width(row: BoxRow) -> float:
    gap = _GAP if row.right else 0.0
    return (len(row.left) + len(row.right)) * _CHARACTER + gap


def _row(row: BoxRow, left: float, right: float, y: float) -> Iterator[str]:
    yield _text(left, y, row.left, row.kind)
    if row.right:
        kind = f"{row.kind} number".strip()
        yield f'<text x="{_n(right)}" y="{_n(y)}" text-anchor="end" class="{kind}">{escape(row.right)}</text>'


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{_n(x)}" y="{_n(y)}"{attribute}>{escape(text)}</text>'


def _rect(x: float, y: float, width: float, height: float, radius: float) -> str:
    sizes = f'width="{_n(width)}" height="{_n(height)}" rx="{_n(radius)}"'
    return f'<rect x="{_n(x)}" y="{_n(y)}" {sizes}/>'


def _n(number: float) -> str:
    """A length, the same on every machine."""
    return f"{round(number, 1) + 0.0:g}"

"""Where the boxes and lines of a small computation graph go: in layers, from left to right.

Inputs stand on the left, the root on the right, and a line passes between boxes, never behind one. Where
boxes have little room beside each other, an input stands right before its first use instead. The same graph
always gives the same layout.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import TopologicalSorter
from itertools import accumulate, combinations, pairwise
from statistics import fmean
from typing import NamedTuple

from grader.finding import NodeExplained
from grader.records import Frozen

_SWEEPS = 6
_BETWEEN_LAYERS = 24.0
_BETWEEN_BOXES = 14.0
_LANE = 10.0
"""The height that is kept for a line passing a layer."""


class Size(NamedTuple):
    """The space that a box needs."""

    width: float
    height: float
    room: float = 0.0
    """The space kept free behind it, for what is written on its lines."""


class Edge(NamedTuple):
    """A node as an operand of another."""

    node: str
    consumer: str
    slot: int


class PicturePoint(NamedTuple):
    """A place in the picture, from the upper left."""

    x: float
    y: float


class Box(Frozen):
    """Where a node goes."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Return where its lines begin."""
        return self.x + self.width


class PictureLayout(Frozen):
    """Where everything goes. Lines run level up to the second point, then from one point to the next."""

    boxes: Mapping[str, Box]
    lines: Mapping[Edge, tuple[PicturePoint, ...]]
    width: float
    height: float


def layout(
    nodes: Sequence[NodeExplained], root: str, sizes: Mapping[str, Size], *, inputs_late: bool = False
) -> PictureLayout:
    """The layout of these nodes, each in a box of its size or a little wider.

    With `inputs_late`, fewer boxes share a layer.
    """
    used, layers = tuple(uses(nodes)), _layers(nodes, root)
    columns = _Columns(used, _late(layers, used) if inputs_late else layers)
    return _Placed(columns, _ordered(columns), sizes).layout()


def uses(nodes: Iterable[NodeExplained]) -> Iterator[Edge]:
    """Yield each operand that is a node."""
    for node in nodes:
        for slot, operand in enumerate(node.operands):
            if isinstance(operand, str):
                yield Edge(operand, node.name, slot)


# --- In which layer ---------------------------------------------------------------------------------------


def _layers(nodes: Sequence[NodeExplained], root: str) -> dict[str, int]:
    """The layer of each node: behind all its operands; the root's is the last if nothing uses it."""
    operands = {node.name: [o for o in node.operands if isinstance(o, str)] for node in nodes}
    layers: dict[str, int] = {}
    for name in TopologicalSorter(operands).static_order():
        layers[name] = 1 + max((layers[operand] for operand in operands[name]), default=-1)
    if all(root not in used for used in operands.values()):
        layers[root] = max(layers.values())
    return {node.name: layers[node.name] for node in nodes}


def _late(layers: Mapping[str, int], used: Iterable[Edge]) -> dict[str, int]:
    """The layers where what has no operands stands right before its first use."""
    inputs = layers.keys() - {edge.consumer for edge in used}
    first: dict[str, int] = {}
    for edge in used:
        if edge.node in inputs:
            first[edge.node] = min(layers[edge.consumer], first.get(edge.node, layers[edge.consumer]))
    return {name: first.get(name, layer + 1) - 1 for name, layer in layers.items()}


class _Seat(NamedTuple):
    """A thing that takes a place in a layer: a node, or a line that passes."""

    layer: int
    of: str | Edge


_Order = list[list[_Seat]]
"""The seats of each layer, from top to bottom."""


class _Columns(Frozen, dict=True):
    uses: tuple[Edge, ...]
    layers: Mapping[str, int]

    @cached_property
    def chains(self) -> dict[Edge, tuple[_Seat, ...]]:
        """The seats of each line, from the node to its consumer."""
        return {use: tuple(self._chain(use)) for use in self.uses}

    @cached_property
    def left(self) -> dict[_Seat, list[_Seat]]:
        """The seats that lines come from."""
        found: dict[_Seat, list[_Seat]] = {}
        for one, other in self.links:
            found.setdefault(other, []).append(one)
        return found

    @cached_property
    def right(self) -> dict[_Seat, list[_Seat]]:
        """The seats that lines go to."""
        found: dict[_Seat, list[_Seat]] = {}
        for one, other in self.links:
            found.setdefault(one, []).append(other)
        return found

    @cached_property
    def links(self) -> list[tuple[_Seat, _Seat]]:
        """The parts of lines, each from a layer to the next."""
        return [link for chain in self.chains.values() for link in pairwise(chain)]

    def seats(self) -> _Order:
        """Return all seats in the order in which the nodes are given."""
        order: _Order = [[] for _ in range(1 + max(self.layers.values()))]
        for name, layer in self.layers.items():
            order[layer].append(_Seat(layer, name))
        for chain in self.chains.values():
            for seat in chain[1:-1]:
                order[seat.layer].append(seat)
        return order

    def _chain(self, use: Edge) -> Iterator[_Seat]:
        first, last = self.layers[use.node], self.layers[use.consumer]
        yield _Seat(first, use.node)
        yield from (_Seat(layer, use) for layer in range(first + 1, last))
        yield _Seat(last, use.consumer)


# --- In which order ---------------------------------------------------------------------------------------


def _ordered(columns: _Columns) -> _Order:
    """The order with the fewest crossings among those that sweeps of barycentres come to."""
    order = columns.seats()
    best, fewest = order, _crossings(columns, order)
    for sweep in range(_SWEEPS):
        neighbours = columns.right if sweep % 2 else columns.left
        order = _swept(order, neighbours, backward=bool(sweep % 2))
        if (crossings := _crossings(columns, order)) < fewest:
            best, fewest = order, crossings
    return best


def _swept(order: _Order, neighbours: Mapping[_Seat, list[_Seat]], *, backward: bool) -> _Order:
    """Return each layer sorted by the mean position of its neighbours in the layer before it."""
    places = _places(order)
    swept = list(order)
    layers = range(len(order))
    for layer in reversed(layers) if backward else layers:
        means = {
            seat: fmean(places[other] for other in neighbours.get(seat, [seat])) for seat in order[layer]
        }
        swept[layer] = sorted(order[layer], key=means.__getitem__)
        places |= _places([swept[layer]])
    return swept


def _places(order: _Order) -> dict[_Seat, int]:
    return {seat: place for layer in order for place, seat in enumerate(layer)}


def _crossings(columns: _Columns, order: _Order) -> int:
    places = _places(order)
    by_layer: dict[int, list[tuple[int, int]]] = {}
    for one, other in columns.links:
        by_layer.setdefault(one.layer, []).append((places[one], places[other]))
    return sum(
        (a[0] - b[0]) * (a[1] - b[1]) < 0 for links in by_layer.values() for a, b in combinations(links, 2)
    )


# --- Where exactly ----------------------------------------------------------------------------------------


@dataclass
class _Placed:
    """Seats at their heights."""

    columns: _Columns
    order: _Order
    sizes: Mapping[str, Size]
    middles: dict[_Seat, float] = field(default_factory=dict)

    def layout(self) -> PictureLayout:
        """Return the layout of the picture, from 0, 0."""
        self._set_middles()
        spans = list(self._spans())
        boxes = {name: self._box(name, spans[layer]) for name, layer in self.columns.layers.items()}
        starts, ends = self._ports(boxes, at_start=True), self._ports(boxes, at_start=False)
        lines = {
            use: tuple(self._points(chain, spans, starts[use], ends[use]))
            for use, chain in self.columns.chains.items()
        }
        bottom = max(self.middles[seat] + self._height(seat) / 2 for seat in self.middles)
        return PictureLayout(boxes, lines, max(box.right for box in boxes.values()), bottom)

    def _set_middles(self) -> None:
        """Move each seat near the middle of its neighbours, as far as its own layer leaves room."""
        for layer in self.order:
            self._settle(layer, [0.0] * len(layer))
        both = {seat: self._neighbours(seat) for seat in self.middles}
        passes = (self.columns.left, self.columns.right, both, both)
        for sweep, neighbours in enumerate(passes):
            for layer in reversed(self.order) if sweep % 2 else self.order:
                wanted = [fmean(self.middles[n] for n in neighbours.get(seat, [seat])) for seat in layer]
                self._settle(layer, wanted)
        top = min(self.middles[seat] - self._height(seat) / 2 for seat in self.middles)
        self.middles = {seat: middle - top for seat, middle in self.middles.items()}

    def _neighbours(self, seat: _Seat) -> list[_Seat]:
        return self.columns.left.get(seat, []) + self.columns.right.get(seat, []) or [seat]

    def _settle(self, layer: Sequence[_Seat], wanted: Sequence[float]) -> None:
        apart = [
            (self._height(one) + self._height(other)) / 2 + _BETWEEN_BOXES for one, other in pairwise(layer)
        ]
        self.middles.update(zip(layer, _spread(wanted, apart), strict=True))

    def _height(self, seat: _Seat) -> float:
        return self.sizes[seat.of].height if isinstance(seat.of, str) else _LANE

    def _spans(self) -> Iterator[tuple[float, float, float]]:
        """Yield of each layer where it begins, where its boxes end, and where the room behind them ends."""
        x = 0.0
        for layer in self.order:
            sizes = [self.sizes[seat.of] for seat in layer if isinstance(seat.of, str)]
            right = x + max(size.width for size in sizes)
            end = right + max(size.room for size in sizes)
            yield x, right, end
            x = end + _BETWEEN_LAYERS

    def _box(self, name: str, span: tuple[float, float, float]) -> Box:
        height = self.sizes[name].height
        middle = self.middles[_Seat(self.columns.layers[name], name)]
        return Box(span[0], middle - height / 2, span[1] - span[0], height)

    def _ports(self, boxes: Mapping[str, Box], *, at_start: bool) -> dict[Edge, float]:
        """Return at which height lines leave or reach a box: spread evenly, sorted by their far ends."""
        lines: dict[str, list[tuple[float, int, Edge]]] = {}
        for use, chain in self.columns.chains.items():
            name, beyond = (use.node, chain[1]) if at_start else (use.consumer, chain[-2])
            lines.setdefault(name, []).append((self.middles[beyond], use.slot, use))
        return {
            use: boxes[name].y + boxes[name].height * (place + 0.5) / len(found)
            for name, found in lines.items()
            for place, (*_, use) in enumerate(sorted(found))
        }

    def _points(
        self, chain: Sequence[_Seat], spans: Sequence[tuple[float, float, float]], start: float, end: float
    ) -> Iterator[PicturePoint]:
        for seat in chain[:-1]:
            x, right, room = spans[seat.layer]
            leaves = isinstance(seat.of, str)
            begin, height = (right, start) if leaves else (x, self.middles[seat])
            yield PicturePoint(begin, height)
            if room > begin:
                yield PicturePoint(room, height)
        yield PicturePoint(spans[chain[-1].layer][0], end)


def _spread(wanted: Sequence[float], apart: Sequence[float]) -> list[float]:
    """The places nearest to those that are wanted which are in order and this far apart.

    Least squares: without the distances it is the regression to rising numbers, done by pooling.
    """
    offsets = list(accumulate(apart, initial=0.0))
    pools: list[list[float]] = []
    for place, offset in zip(wanted, offsets, strict=True):
        pools.append([place - offset])
        while len(pools) > 1 and fmean(pools[-2]) >= fmean(pools[-1]):
            last = pools.pop()
            pools[-1] += last
    level = [fmean(pool) for pool in pools for _ in pool]
    return [place + offset for place, offset in zip(level, offsets, strict=True)]

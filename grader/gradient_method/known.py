"""The numbers of a graph that only one way to gradients computes, and those that the chain rule gives."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from grader.expected import expect
from grader.records import Frozen
from suites import PRIMITIVES, Graph, Program

SAME = 1e-11
LOOSE = 1e-4
_MOST_PATHS = 12
"""The number of paths to a node beyond which not every sum of some is known."""


class ChainRuleNumbers(Frozen):
    """The numbers that a graph at some inputs can have by the chain rule alone.

    A number shows one way to gradients only if no other way computes it: each list but the first two leaves
    out what another computes too.
    """

    inputs: tuple[float, ...]
    gradients: tuple[float, ...]
    """The gradients of the inputs."""
    middle: tuple[float, ...]
    """Gradients of middle nodes."""
    parts: tuple[float, ...]
    """Separate contributions to a middle node that is used twice."""
    carried: tuple[float, ...]
    """Derivatives of middle nodes with respect to inputs with two paths to them."""
    forward: tuple[float, ...]
    """Derivatives of middle nodes with respect to inputs."""
    addends: tuple[tuple[float, ...], ...]
    """Separate contributions to each derivative with respect to an input."""
    alone: tuple[int, ...]
    """The inputs whose gradients are no other number."""
    telling: tuple[int, ...]
    """The inputs to which the output is not in proportion: where it is, moving the output's own operand by
    some part gives the same number."""
    rows: tuple["DerivativeRow", ...]
    """The derivatives of each node by others with two paths to it."""
    sweeps: tuple["Sweep", ...]
    """The numbers that a sweep outwards computes from each node with two paths to another."""


class DerivativeRow(Frozen):
    """Derivatives of one node. A pass backward from it has those by middle nodes before those by inputs."""

    by_middle: tuple[float, ...]
    by_inputs: tuple[float, ...]


class Sweep(Frozen):
    """Derivatives by one node: of those between it and the output, with two paths to them; of the output."""

    is_input: bool
    between: tuple[float, ...]
    output: float


@lru_cache(maxsize=256)
def known_numbers(graph: Graph, inputs: tuple[float, ...]) -> ChainRuleNumbers:
    """Return the numbers of a watched graph that only one way to gradients computes."""
    data, every_gradient = expect(graph.program, inputs)
    gradients = every_gradient[: len(inputs)]
    paths = _paths(graph.program, data)
    middle = [paths.derivative(paths.root, node) for node in paths.middles]
    along, parts, addends = paths.along(), paths.parts(), paths.addends()
    to_middles = paths.to_middles()
    forward = [sum(products) for products in to_middles]
    carried = [sum(products) for products in to_middles if len(products) > 1]
    always = [*data, *gradients, 0.0, 1.0]
    backward_too = sorted([*always, *along, *middle])
    forward_too = sorted([*always, *forward, *chain(*addends)])
    constant_factors = [x * gradient for x, gradient in zip(data, every_gradient, strict=True)]
    others = sorted([*data, 0.0, 1.0, *along, *parts, *paths.derivatives()])
    sizes = sorted(map(abs, [*paths.derivatives(), *data]))
    shares = [x * gradient / data[-1] for x, gradient in zip(inputs, gradients, strict=True)]
    return ChainRuleNumbers(
        inputs=inputs,
        gradients=gradients,
        middle=_without(forward_too, middle, LOOSE),
        parts=_without(sorted([*forward_too, *middle, *constant_factors]), parts, LOOSE),
        carried=_without(backward_too, carried, SAME),
        forward=_without(backward_too, dict.fromkeys(forward), SAME),
        addends=tuple(filter(None, (_without(others, group, LOOSE) for group in addends))),
        alone=tuple(i for i, x in enumerate(gradients) if _is_alone(sizes, x)),
        telling=tuple(i for i, share in enumerate(shares) if abs(abs(share) - 1) > LOOSE),
        rows=tuple(_rows(paths, sizes)),
        sweeps=tuple(_sweeps(paths, sizes)),
    )


@lru_cache(maxsize=256)
def chain_rule_numbers(graph: Graph, inputs: tuple[float, ...]) -> list[float]:
    """Return, sorted, the numbers of the forward pass and of all ways to combine local derivatives."""
    data = expect(graph.program, inputs).data
    every = [*data, 0.0, 1.0, -1.0]
    for ends in _paths(graph.program, data).products.values():
        for products in ends.values():
            most = len(products) if len(products) < _MOST_PATHS else 1
            every += [sum(c) for n in range(1, most + 1) for c in combinations(products, n)]
    return sorted(every)


class _Edge(NamedTuple):
    """An operation that a node goes into."""

    target: int
    partial: float
    """Its local derivative."""


class _Paths(Frozen):
    """All paths through a graph, and the numbers that they give before any is left out.

    Nodes are numbers: first the inputs, then the middle nodes, at last the root.
    """

    inputs: range
    middles: range
    root: int
    edges: dict[int, list[_Edge]]
    """The edges that leave each node."""
    products: dict[int, dict[int, list[float]]]
    """The product of local derivatives along each path, by its first node and its last."""

    def derivative(self, end: int, start: int) -> float:
        """Return the derivative of one node by another."""
        return sum(self.products[start].get(end, ()))

    def forked(self, start: int) -> list[int]:
        """Return the nodes to which two paths or more lead from this one."""
        return [end for end, products in self.products[start].items() if len(products) > 1]

    def derivatives(self) -> list[float]:
        """Return the derivatives of each node by each that leads to it."""
        return [sum(products) for ends in self.products.values() for products in ends.values()]

    def along(self) -> list[float]:
        """Return what each path alone brings to a middle node."""
        return [product for node in self.middles for product in self.products[node][self.root]]

    def to_middles(self) -> list[list[float]]:
        """Return the products along the paths from each input to each middle node that it leads to."""
        ends = ((end, self.products[x]) for x in self.inputs for end in self.middles)
        return [products[end] for end, products in ends if end in products]

    def parts(self) -> list[float]:
        """Return what a middle node that is used twice receives from each product it goes into."""
        return [
            partial * self.derivative(self.root, target)
            for node in self.middles
            for target, partial in self.edges[node]
            if len(self.edges[node]) > 1 and abs(partial) != 1.0
        ]

    def addends(self) -> list[list[float]]:
        """Return what each derivative by an input receives from each of two operands."""
        received: dict[tuple[int, int], list[float]] = {}
        for x in self.inputs:
            for node in self.products[x]:
                for target, partial in self.edges.get(node, ()) if node != x else ():
                    received.setdefault((x, target), []).append(partial * self.derivative(node, x))
        return [numbers for numbers in received.values() if len(numbers) > 1]


def _paths(program: Program, data: Sequence[float]) -> _Paths:
    edges: dict[int, list[_Edge]] = {}
    for operation in program.operations:
        numbers = [data[program.index[o]] if isinstance(o, str) else float(o) for o in operation.operands]
        target = program.index[operation.name]
        partials = PRIMITIVES[operation.op].partials(data[target], *numbers)
        for operand, partial in zip(operation.operands, partials, strict=True):
            if isinstance(operand, str):
                edges.setdefault(program.index[operand], []).append(_Edge(target, partial))
    products = {start: _products(edges, start, len(data)) for start in range(len(data))}
    inputs, root = len(program.inputs), program.index[program.root]
    return _Paths(range(inputs), range(inputs, root), root, edges, products)


def _products(edges: dict[int, list[_Edge]], start: int, nodes: int) -> dict[int, list[float]]:
    """Return the products of local derivatives along each path to each node that can be reached."""
    products: dict[int, list[float]] = {start: [1.0]}
    for node in range(start, nodes):
        for target, partial in edges.get(node, ()) if node in products else ():
            products.setdefault(target, []).extend(product * partial for product in products[node])
    return products


def _rows(paths: _Paths, sizes: Sequence[float]) -> Iterable[DerivativeRow]:
    """Yield the rows of each node, of numbers that come up once in the graph."""
    for node in (*paths.middles, paths.root):
        forked = {
            start: paths.derivative(node, start) for start in paths.products if node in paths.forked(start)
        }
        alone = {start: x for start, x in forked.items() if _is_alone(sizes, x)}
        by_middle = tuple(x for start, x in alone.items() if start in paths.middles)
        by_inputs = tuple(x for start, x in alone.items() if start in paths.inputs)
        if by_middle and by_inputs:
            yield DerivativeRow(by_middle, by_inputs)


def _sweeps(paths: _Paths, sizes: Sequence[float]) -> Iterable[Sweep]:
    """Yield the sweeps from each node, of numbers that come up once in the graph."""
    for start in paths.products:
        derivatives = [paths.derivative(end, start) for end in paths.forked(start) if end != paths.root]
        between = tuple(x for x in derivatives if _is_alone(sizes, x))
        output = paths.derivative(paths.root, start)
        if between and _is_alone(sizes, output):
            yield Sweep(start in paths.inputs, between, output)


def _without(others: Sequence[float], numbers: Iterable[float], tolerance: float) -> tuple[float, ...]:
    """Return those numbers that are not among the others, which are sorted."""
    return tuple(x for x in numbers if not has(others, x, tolerance))


def _is_alone(sizes: Sequence[float], x: float) -> bool:
    """Whether only one number has nearly this size; `sizes` are sorted."""
    width = LOOSE * abs(x)
    first, last = (bisect_left(sizes, abs(x) + way * width) for way in (-1, 1))
    return last - first == 1


def has(numbers: Sequence[float], x: float, tolerance: float) -> bool:
    """Whether a number is there, up to its sign; `numbers` are sorted."""
    for wanted in (x, -x):
        width = tolerance * abs(wanted) + 1e-300
        place = bisect_left(numbers, wanted - width)
        if place < len(numbers) and numbers[place] <= wanted + width:
            return True
    return False

"""The numbers of a graph that only one way to gradients computes, and those that the chain rule gives."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from grader.expected import expect
from grader.records import Frozen
from suites import PRIMITIVES, Graph, Program

SAME = 1e-11
LOOSE = 1e-4
_MOST_WAYS = 12
"""The number of ways to a node beyond which not every sum of some is known."""


class ChainRuleNumbers(Frozen):
    """The numbers that a graph at some inputs can have by the chain rule alone."""

    inputs: tuple[float, ...]
    gradients: tuple[float, ...]
    """The gradients of the inputs."""
    middle: tuple[float, ...]
    """Gradients of middle nodes, which are nothing else."""
    parts: tuple[float, ...]
    """Separate contributions to a middle node that is used twice, which are nothing else: also no gradient of
    another node, or of a constant factor."""
    carried: tuple[float, ...]
    """Derivatives of middle nodes with respect to inputs with two ways to them, which are nothing else."""
    forward: tuple[float, ...]
    """Derivatives of middle nodes with respect to inputs, which are nothing else."""
    addends: tuple[tuple[float, ...], ...]
    """Separate contributions to each derivative with respect to an input, which are nothing else."""
    alone: tuple[int, ...]
    """The inputs whose gradients are nothing else."""
    telling: tuple[int, ...]
    """The inputs to which the output is not in proportion: where it is, moving the output's own operand by
    some part gives the same number."""
    rows: tuple["DerivativeRow", ...]
    """The derivatives of each node by others with two ways to it."""
    sweeps: tuple["Sweep", ...]
    """The numbers that a sweep outwards computes from each node with two ways to another."""


class DerivativeRow(Frozen):
    """Derivatives of one node. A pass backward from it has those by middle nodes before those by inputs."""

    by_middle: tuple[float, ...]
    by_inputs: tuple[float, ...]


class Sweep(Frozen):
    """Derivatives by one node: of those between it and the output, with two ways to them; of the output."""

    is_input: bool
    between: tuple[float, ...]
    output: float


@lru_cache(maxsize=256)
def known_numbers(graph: Graph, inputs: tuple[float, ...]) -> ChainRuleNumbers:
    """The numbers of a watched graph that only one way to gradients computes."""
    program = graph.program
    count = len(inputs)
    data, every_gradient = expect(program, inputs)
    gradients = every_gradient[:count]
    edges = _edges(program, data)
    ways = {start: _ways(program, edges, start) for start in range(len(program.nodes))}
    root = program.index[program.root]
    middles = range(count, len(program.nodes) - 1)
    middle = [sum(ways[node][root]) for node in middles]
    forward = [sum(ways[x][node]) for x in range(count) for node in middles if node in ways[x]]
    carried = [sum(ways[x][node]) for x in range(count) for node in middles if len(ways[x].get(node, ())) > 1]
    backward = [p for node in middles for p in ways[node][root]]
    backward_all = sorted([*data, *gradients, 0.0, 1.0, *backward, *middle])
    addends = list(_addends(program, edges, ways))
    forward_all = sorted([*data, *gradients, 0.0, 1.0, *forward, *(x for group in addends for x in group)])
    constants = [x * gradient for x, gradient in zip(data, every_gradient, strict=True)]
    others_too = sorted([*forward_all, *middle, *constants])
    parts = [x for x in _parts(program, edges, ways, root) if not has(others_too, x, LOOSE)]
    rows = [sum(products) for ends in ways.values() for products in ends.values()]
    others = sorted([*data, 0.0, 1.0, *backward, *_parts(program, edges, ways, root), *rows])
    single = _Alone([*rows, *data])
    # A number shows one way only if no other way computes it, so each list leaves out those of the others.
    return ChainRuleNumbers(
        inputs=inputs,
        gradients=gradients,
        middle=tuple(x for x in middle if not has(forward_all, x, LOOSE)),
        parts=tuple(parts),
        carried=tuple(x for x in carried if not has(backward_all, x, SAME)),
        forward=tuple(x for x in dict.fromkeys(forward) if not has(backward_all, x, SAME)),
        addends=tuple(g for group in addends if (g := tuple(x for x in group if not has(others, x, LOOSE)))),
        alone=tuple(i for i, x in enumerate(gradients) if single.is_alone(x)),
        telling=tuple(
            i for i, x in enumerate(inputs) if abs(abs(x * gradients[i]) / abs(data[root]) - 1) > LOOSE
        ),
        rows=tuple(_rows(ways, count, single)),
        sweeps=tuple(_sweeps(ways, root, count, single)),
    )


@lru_cache(maxsize=256)
def chain_rule_numbers(graph: Graph, inputs: tuple[float, ...]) -> list[float]:
    """Return, sorted, the numbers of the forward pass and of all ways to combine local derivatives."""
    program = graph.program
    data = expect(program, inputs).data
    edges = _edges(program, data)
    every = [*data, 0.0, 1.0, -1.0]
    for start in range(len(program.nodes)):
        for products in _ways(program, edges, start).values():
            most = len(products) if len(products) < _MOST_WAYS else 1
            every += [sum(c) for n in range(1, most + 1) for c in combinations(products, n)]
    return sorted(every)


_Edges = dict[int, list[tuple[int, float]]]
"""The operations that each node goes into, with their local derivatives."""


def _edges(program: Program, data: Sequence[float]) -> _Edges:
    edges: _Edges = {}
    for operation in program.operations:
        numbers = [data[program.index[o]] if isinstance(o, str) else float(o) for o in operation.operands]
        target = program.index[operation.name]
        partials = PRIMITIVES[operation.op].partials(data[target], *numbers)
        for operand, partial in zip(operation.operands, partials, strict=True):
            if isinstance(operand, str):
                edges.setdefault(program.index[operand], []).append((target, partial))
    return edges


def _ways(program: Program, edges: _Edges, start: int) -> dict[int, list[float]]:
    """Return the products of local derivatives along each way to each node that can be reached."""
    derivatives: dict[int, list[float]] = {start: [1.0]}
    for node in range(start, len(program.nodes)):
        for target, partial in edges.get(node, ()) if node in derivatives else ():
            derivatives.setdefault(target, []).extend(product * partial for product in derivatives[node])
    return derivatives


def _parts(program: Program, edges: _Edges, ways: dict[int, Any], root: int) -> Iterable[float]:
    """Yield what a middle node that is used twice receives from each product it goes into."""
    for node in range(len(program.inputs), root):
        for target, partial in edges.get(node, ()):
            if len(edges[node]) > 1 and abs(partial) != 1.0:
                yield partial * sum(ways[target][root])


class _Alone:
    """A test of which of some numbers are unlike all others."""

    def __init__(self, numbers: Iterable[float]) -> None:
        self._numbers = sorted(abs(x) for x in numbers)

    def is_alone(self, x: float) -> bool:
        """Whether no other has nearly its size."""
        width = LOOSE * abs(x)
        first, last = (bisect_left(self._numbers, abs(x) + way * width) for way in (-1, 1))
        return last - first == 1


def _addends(program: Program, edges: _Edges, ways: dict[int, Any]) -> Iterable[list[float]]:
    """Yield what a middle node's derivative with respect to an input receives from each of two operands."""
    for start in range(len(program.inputs)):
        received: dict[int, list[float]] = {}
        for node, products in ways[start].items():
            for target, partial in edges.get(node, ()) if node != start else ():
                received.setdefault(target, []).append(partial * sum(products))
        yield from (numbers for numbers in received.values() if len(numbers) > 1)


def _rows(ways: dict[int, Any], inputs: int, single: _Alone) -> Iterable[DerivativeRow]:
    """Yield rows of numbers that are nothing else in the graph."""
    for node in ways:
        two = {start: sum(ends[node]) for start, ends in ways.items() if len(ends.get(node, ())) > 1}
        by_middle = tuple(x for start, x in two.items() if start >= inputs and single.is_alone(x))
        by_inputs = tuple(x for start, x in two.items() if start < inputs and single.is_alone(x))
        if by_middle and by_inputs:
            yield DerivativeRow(by_middle, by_inputs)


def _sweeps(ways: dict[int, Any], root: int, inputs: int, single: _Alone) -> Iterable[Sweep]:
    """Yield sweeps of numbers that are nothing else in the graph."""
    for start, ends in ways.items():
        two = [sum(ends[node]) for node in ends if node != root and len(ends[node]) > 1]
        between = tuple(x for x in two if single.is_alone(x))
        output = sum(ends.get(root, ()))
        if between and single.is_alone(output):
            yield Sweep(start < inputs, between, output)


def has(numbers: Sequence[float], x: float, tolerance: float) -> bool:
    """Whether a number is there, up to its sign; `numbers` are sorted."""
    for wanted in (x, -x):
        width = tolerance * abs(wanted) + 1e-300
        place = bisect_left(numbers, wanted - width)
        if place < len(numbers) and numbers[place] <= wanted + width:
            return True
    return False

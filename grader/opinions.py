"""Second opinions on gradients: finite differences and the sum over paths.

They share no code with `grader.expected`, only the table of operations: finite differences its
forward functions, the sum over paths its partial derivatives too. Both are for programs with one
backward pass; where gradients of several passes meet, they have no opinion.
"""

from collections.abc import Iterable, Sequence

from suites import PRIMITIVES, Backward, Clear, Operation, Program, ZeroGrad

_STEP = 6e-6
"""Near the cube root of float64's precision: rounding and curvature err about as much as each other."""

_Edges = list[tuple[int, float]]


def has_opinions(program: Program) -> bool:
    """Whether the program is one backward pass and nothing more."""
    passes = sum(isinstance(step, Backward) for step in program.steps)
    return passes == 1 and not any(isinstance(step, Clear | ZeroGrad) for step in program.steps)


def finite_differences(
    program: Program, inputs: Sequence[float], nodes: Iterable[str] | None = None
) -> list[float]:
    """How much the root answers when a node's data changes a little, for each of the nodes.

    The nodes are the inputs unless they are given; one in the middle is changed after it is computed.

    Raises:
        ArithmeticError, ValueError: where the program has no value close to these inputs.
    """
    data = _replay(program, list(inputs), changed=-1, change=0.0)
    positions = [program.index[node] for node in (program.inputs if nodes is None else nodes)]
    return [_difference(program, inputs, position, data[position]) for position in positions]


def path_sums(program: Program, inputs: Sequence[float], most: int = 10_000) -> list[float] | None:
    """Return for each node the sum, over all paths from the root to it, of the product of local derivatives.

    In the order of `Program.nodes`. None if there are more than `most` paths, counted to all nodes.

    Raises:
        ArithmeticError, ValueError: where the program has no value at these inputs.
    """
    edges = _edges(program, inputs)
    root = program.index[program.root]
    if _number_of_paths(edges, root) > most:
        return None
    sums = [0.0] * len(edges)
    ends = [(root, 1.0)]
    while ends:
        node, product = ends.pop()
        sums[node] += product
        ends += [(operand, product * partial) for operand, partial in edges[node]]
    return sums


def _difference(program: Program, inputs: Sequence[float], position: int, value: float) -> float:
    step = _STEP * max(1.0, abs(value))
    root = program.index[program.root]
    above = _replay(program, list(inputs), position, step)[root]
    below = _replay(program, list(inputs), position, -step)[root]
    return (above - below) / (2.0 * step)


def _replay(program: Program, data: list[float], changed: int, change: float) -> list[float]:
    """The data of all nodes when one of them is off by `change`."""
    if 0 <= changed < len(data):
        data[changed] += change
    for operation in program.operations:
        result = PRIMITIVES[operation.op].forward(*_numbers(program, operation, data))
        data.append(result + change if len(data) == changed else result)
    return data


def _numbers(program: Program, operation: Operation, data: list[float]) -> list[float]:
    return [
        data[program.index[operand]] if isinstance(operand, str) else float(operand)
        for operand in operation.operands
    ]


def _edges(program: Program, inputs: Sequence[float]) -> list[_Edges]:
    """Return for each node its operands that are nodes, with the local derivative by each."""
    data = _replay(program, list(inputs), changed=-1, change=0.0)
    edges: list[_Edges] = [[] for _ in inputs]
    for operation in program.operations:
        numbers = _numbers(program, operation, data)
        partials = PRIMITIVES[operation.op].partials(data[len(edges)], *numbers)
        pairs = zip(operation.operands, partials, strict=True)
        edges.append([(program.index[o], partial) for o, partial in pairs if isinstance(o, str)])
    return edges


def _number_of_paths(edges: list[_Edges], root: int) -> int:
    """How many paths lead from the root to all nodes, without walking them."""
    paths = [0] * len(edges)
    paths[root] = 1
    for node in range(root, -1, -1):
        for operand, _ in edges[node]:
            paths[operand] += paths[node]
    return sum(paths)

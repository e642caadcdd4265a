"""A third opinion on gradients: the sum, over all paths, of the product of local derivatives.

It shares no code with `grader.expected`, only the table of operations. For programs with one backward pass.
"""

from collections.abc import Sequence

from suites import PRIMITIVES, Program

_Edges = list[tuple[int, float]]


def path_sums(program: Program, inputs: Sequence[float], most: int = 10_000) -> list[float] | None:
    """Return for each node the sum, over all paths from the root to it, of the product of local derivatives.

    In the order of `Program.nodes`. None if there are more than `most` paths, counted to all nodes.

    Raises `ArithmeticError` or `ValueError` where the program has no value at these inputs.
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


def _edges(program: Program, inputs: Sequence[float]) -> list[_Edges]:
    """Return for each node its operands that are nodes, with the local derivative by each."""
    data = [*inputs]
    edges: list[_Edges] = [[] for _ in inputs]
    for operation in program.operations:
        numbers = [data[program.index[o]] if isinstance(o, str) else float(o) for o in operation.operands]
        primitive = PRIMITIVES[operation.op]
        data.append(primitive.forward(*numbers))
        pairs = zip(operation.operands, primitive.partials(data[-1], *numbers), strict=True)
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

"""A second opinion on gradients: finite differences.

They share no code with `grader.expected`, only the forward functions of the table of operations. They are for
programs with one backward pass; where gradients of several passes meet, they have no opinion.
"""

from collections.abc import Iterable, Sequence

from suites import PRIMITIVES, Clear, Program, ZeroGrad

_STEP = 6e-6
"""Near the cube root of float64's precision: rounding and curvature err about as much as each other."""


def has_opinions(program: Program) -> bool:
    """Whether the program is one backward pass and nothing more."""
    return program.passes == 1 and not any(isinstance(step, Clear | ZeroGrad) for step in program.steps)


def finite_differences(
    program: Program, inputs: Sequence[float], nodes: Iterable[str] | None = None
) -> list[float]:
    """How much the root answers when a node's data changes a little, for each of the nodes.

    The nodes are the inputs unless they are given; one in the middle is changed after it is computed.

    Raises `ArithmeticError` or `ValueError` where the program has no value close to these inputs.
    """
    data = _replay(program, list(inputs), changed=-1, change=0.0)
    positions = [program.index[node] for node in (program.inputs if nodes is None else nodes)]
    return [_difference(program, inputs, position, data[position]) for position in positions]


def _difference(program: Program, inputs: Sequence[float], position: int, value: float) -> float:
    step = _STEP * max(1.0, abs(value))
    root = program.index[program.root]
    above = _replay(program, list(inputs), position, step)[root]
    below = _replay(program, list(inputs), position, -step)[root]
    return (above - below) / (2.0 * step)


def _replay(program: Program, data: list[float], changed: int, change: float) -> list[float]:
    """Return the data of all nodes when that of one of them differs by `change`."""
    if 0 <= changed < len(data):
        data[changed] += change
    for operation in program.operations:
        numbers = [data[program.index[o]] if isinstance(o, str) else float(o) for o in operation.operands]
        result = PRIMITIVES[operation.op].forward(*numbers)
        data.append(result + change if len(data) == changed else result)
    return data

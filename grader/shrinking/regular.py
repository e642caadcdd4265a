"""Where a graph has a value and one slope: there right classes agree."""

import math
from collections.abc import Mapping, Sequence

from suites import PRIMITIVES, Operation, Program

_EDGE = 0.05
"""The distance kept from kinks and poles, where right classes may differ."""
_LARGEST = 1e6


def forward(program: Program, inputs: Sequence[float]) -> dict[str, float]:
    """The data of every node."""
    data = dict(zip(program.inputs, inputs, strict=True))
    for operation in program.operations:
        data[operation.name] = PRIMITIVES[operation.op].forward(*numbers_of(operation, data))
    return data


def numbers_of(operation: Operation, data: Mapping[str, float]) -> list[float]:
    """The numbers that an operation works on."""
    return [data[o] if isinstance(o, str) else float(o) for o in operation.operands]


def is_regular(
    program: Program, inputs: Sequence[float], steepest: float = math.inf, largest: float = _LARGEST
) -> bool:
    """Whether every operation has a value and one slope there, and no function is very flat or steep."""
    data = dict(zip(program.inputs, inputs, strict=True))
    for operation in program.operations:
        numbers = numbers_of(operation, data)
        try:
            data[operation.name] = value = PRIMITIVES[operation.op].forward(*numbers)
        except (ArithmeticError, ValueError):
            return False
        if not (abs(value) <= largest and _is_clear(operation, numbers, steepest)):
            return False
    return True


def _is_clear(operation: Operation, numbers: Sequence[float], steepest: float) -> bool:
    primitive = PRIMITIVES[operation.op]
    if operation.op == "**" and isinstance(operation.operands[1], str) and numbers[0] < _EDGE:
        return False  # its slope has the logarithm of the base in it
    if primitive.explodes or primitive.saturates:
        return abs(numbers[0]) <= steepest
    return primitive.is_regular(numbers, _EDGE)

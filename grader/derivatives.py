"""The operations and their local derivatives, a row each, in float64.

`relu'(0) = 0`, as in PyTorch. Source of the conventions: the suite each of them concerns.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

Numbers = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """`forward(operands)` and `partials(result, operands)`, one partial derivative an operand."""

    forward: Callable[..., float]
    partials: Callable[..., Numbers]


def sigmoid(x: float) -> float:
    """1 / (1 + e^-x), without overflow for large negative x."""
    if x >= 0:
        return 1.0 / (1.0 + math.exp(-x))
    e = math.exp(x)
    return e / (1.0 + e)


def _power(x: float, n: float) -> float:
    result = x**n
    if isinstance(result, complex):
        raise ValueError("a negative number to a broken power")  # noqa: TRY004 - not of its type, of its sign
    return float(result)


def _power_partials(y: float, x: float, n: float) -> Numbers:
    by_value = n * x ** (n - 1) if n else 0.0
    return by_value, y * math.log(x) if x > 0 else 0.0


# Every rule has the same arguments, whether it needs them or not.
# ruff: noqa: ARG005
RULES: dict[str, Rule] = {
    "+": Rule(lambda a, b: a + b, lambda y, a, b: (1.0, 1.0)),
    "-": Rule(lambda a, b: a - b, lambda y, a, b: (1.0, -1.0)),
    "*": Rule(lambda a, b: a * b, lambda y, a, b: (b, a)),
    "/": Rule(lambda a, b: a / b, lambda y, a, b: (1.0 / b, -a / (b * b))),
    "**": Rule(_power, _power_partials),
    "neg": Rule(lambda a: -a, lambda y, a: (-1.0,)),
    "tanh": Rule(math.tanh, lambda y, a: (1.0 - y * y,)),
    "exp": Rule(math.exp, lambda y, a: (y,)),
    "log": Rule(math.log, lambda y, a: (1.0 / a,)),
    "relu": Rule(lambda a: a if a > 0 else 0.0, lambda y, a: (1.0 if a > 0 else 0.0,)),
    "sigmoid": Rule(sigmoid, lambda y, a: (y * (1.0 - y),)),
}


def relu_one_at_zero(_: float, a: float) -> Numbers:
    """The partial derivative of relu under the convention relu'(0) = 1."""
    return (1.0 if a >= 0 else 0.0,)

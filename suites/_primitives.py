"""The operations that graphs are made of, an entry each: all that the host knows of one is said here.

How it is written and called, what it computes, its local derivatives, and where it has none. A graph's
language, the right answers, generic inputs, random graphs, the reference, PyTorch and the drawings follow
from it. What runs inside the sandbox has a table of its own, `grader/harness/model/primitives.py`; a contract
test ties the two.

Numbers are float64, and `relu'(0) = 0`, as in PyTorch. Source of the conventions: the suite each of them
concerns.
"""

import ast
import cmath
import math
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

Operand = str | int | float
"""The name of a node, or a plain number."""

Numbers = tuple[float, ...]


class Primitive(Struct, frozen=True):
    """One operation. Its functions take operands by position, in the order in which they are written."""

    symbol: str
    """Its id: the operator's sign, or the function's name."""
    arity: int
    method: str
    """The method that classes have for it: for an operator the one that Python looks for."""
    forward: Callable[..., float]
    partials: Callable[..., Numbers]
    """The partial derivative by each operand, as a function of the result and the operands."""
    partials_at_kink: Callable[..., Numbers] | None = None
    """The partial derivatives by the other convention, where there are two."""
    complex_forward: Callable[..., complex] | None = None
    """The operation on complex numbers, where `forward` takes none."""
    on_nodes: Callable[..., Any] | None = None
    """Python's operator; a function has none."""
    syntax: type[ast.operator | ast.unaryop] | None = None
    """The operator in a syntax tree; a function has none."""
    reflected: str = ""
    """The method that Python looks for where a plain number stands on the left."""
    zero_free: int | None = None
    """The operand that must keep away from 0, where a pole or a kink is."""
    needs_positive: Callable[[Sequence[Operand]], bool] = lambda _: False
    """Whether that operand must even be positive."""
    explodes: bool = False
    """Whether it grows without bounds where its operand does, faster than any power."""
    saturates: bool = False
    """Whether it is flat where its operand is large."""
    made_of: frozenset[str] = frozenset()
    """The operations that classes put it together from."""

    @property
    def is_operator(self) -> bool:
        """Whether it is written with a sign, not called by a name."""
        return self.syntax is not None

    def written(self, operands: Sequence[str], call: str = "{operand}.{op}()") -> str:
        """The operation on these operands, as source text; functions in the form of `call`."""
        if not self.is_operator:
            return call.format(op=self.symbol, operand=operands[0])
        if self.arity == 1:
            return f"-{operands[0]}"
        left, right = operands
        if self.syntax is ast.Pow and left.startswith("-"):
            left = f"({left})"
        return f"{left} {self.symbol} {right}"

    def is_regular(self, numbers: Sequence[float], edge: float) -> bool:
        """Whether operands are so far from its poles and kinks, on a side where it has values."""
        if self.zero_free is None:
            return True
        number = numbers[self.zero_free]
        return number >= edge or (number <= -edge and not self.needs_positive(numbers))


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


def _has_broken_exponent(operands: Sequence[Operand]) -> bool:
    """Whether a power's exponent is not known to be whole."""
    exponent = operands[1]
    return isinstance(exponent, str) or not float(exponent).is_integer()


def _table(primitives: Iterable[Primitive]) -> dict[str, Primitive]:
    return {primitive.symbol: primitive for primitive in primitives}


# Every rule has the same arguments, whether it needs them or not.
# ruff: noqa: ARG005
PRIMITIVES = _table(
    (
        Primitive(
            "+", 2, "__add__", lambda a, b: a + b, lambda y, a, b: (1.0, 1.0),
            on_nodes=operator.add, syntax=ast.Add, reflected="__radd__",
        ),
        Primitive(
            "-", 2, "__sub__", lambda a, b: a - b, lambda y, a, b: (1.0, -1.0),
            on_nodes=operator.sub, syntax=ast.Sub, reflected="__rsub__",
            made_of=frozenset({"+", "neg", "*"}),
        ),
        Primitive(
            "*", 2, "__mul__", lambda a, b: a * b, lambda y, a, b: (b, a),
            on_nodes=operator.mul, syntax=ast.Mult, reflected="__rmul__",
        ),
        Primitive(
            "/", 2, "__truediv__", lambda a, b: a / b, lambda y, a, b: (1.0 / b, -a / (b * b)),
            on_nodes=operator.truediv, syntax=ast.Div, reflected="__rtruediv__",
            zero_free=1, made_of=frozenset({"*", "**"}),
        ),
        Primitive(
            "**", 2, "__pow__", _power, _power_partials, complex_forward=lambda z, n: z**n,
            on_nodes=operator.pow, syntax=ast.Pow, reflected="__rpow__",
            zero_free=0, needs_positive=_has_broken_exponent, made_of=frozenset({"log", "exp", "*"}),
        ),
        Primitive(
            "neg", 1, "__neg__", lambda a: -a, lambda y, a: (-1.0,),
            on_nodes=operator.neg, syntax=ast.USub, made_of=frozenset({"*", "-"}),
        ),
        Primitive(
            "tanh", 1, "tanh", math.tanh, lambda y, a: (1.0 - y * y,), complex_forward=cmath.tanh,
            saturates=True, made_of=frozenset({"exp", "+", "-", "*", "/", "**", "sigmoid"}),
        ),
        Primitive(
            "exp", 1, "exp", math.exp, lambda y, a: (y,), complex_forward=cmath.exp, explodes=True,
        ),
        Primitive(
            "log", 1, "log", math.log, lambda y, a: (1.0 / a,), complex_forward=cmath.log,
            zero_free=0, needs_positive=lambda _: True,
        ),
        Primitive(
            "relu", 1, "relu", lambda a: a if a > 0 else 0.0, lambda y, a: (1.0 if a > 0 else 0.0,),
            partials_at_kink=lambda y, a: (1.0 if a >= 0 else 0.0,),
            complex_forward=lambda z: z if z.real > 0 else 0.0, zero_free=0,
        ),
        Primitive(
            "sigmoid", 1, "sigmoid", sigmoid, lambda y, a: (y * (1.0 - y),),
            complex_forward=lambda z: 1.0 / (1.0 + cmath.exp(-z)),
            saturates=True, made_of=frozenset({"exp", "+", "neg", "*", "/", "**", "tanh"}),
        ),
        Primitive(
            "sin", 1, "sin", math.sin, lambda y, a: (math.cos(a),), complex_forward=cmath.sin,
        ),
    )
)  # fmt: skip
"""Every operation by its symbol: those of two operands first, each kind in the order of courses."""

OPERATIONS = tuple(PRIMITIVES)
BINARY = tuple(op for op, primitive in PRIMITIVES.items() if primitive.arity == 2)  # noqa: PLR2004 - two operands
UNARY = tuple(op for op, primitive in PRIMITIVES.items() if primitive.arity == 1)
FUNCTIONS = tuple(op for op, primitive in PRIMITIVES.items() if not primitive.is_operator)
"""The operations that are called by a name."""


def written(op: str, operands: Sequence[str], call: str = "{operand}.{op}()") -> str:
    """An operation as source text; functions of one operand in the form of `call`."""
    return PRIMITIVES[op].written(operands, call)

"""The operations that can be asked of a class, an entry each: all that the harness knows of one.

How classes call it, what it computes, and how its rule is written as source. The host has a table of its
own, `suites/_primitives.py`, for the harness imports nothing of ours; a contract test ties the two.
In pieces of source `{a}` and `{b}` are the data of the operands, and `{exp}` or `{cos}` functions of the
standard library as the submission calls them.
"""

import ast
import math
import operator
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

_FUNCTION = re.compile(r"\{(\w{2,})\}")
_PAIRS = ((1.7, 0.6), (-0.8, 2.3), (2.5, -1.5))
_SINGLE = ((0.7,), (-1.3,), (2.4,))


class PrimitiveMethod(NamedTuple):
    """One operation."""

    symbol: str
    """Its id, on the wire too."""
    names: tuple[str, ...]
    """The names of methods and functions that do it, apart from the one Python looks for."""
    words: str
    """The words about it in the names of functions and classes around a rule, lower case."""
    forward: Callable[..., float]
    result: str
    """Its number, as source."""
    derivatives: tuple[str, ...]
    """The local derivative by each operand, as source."""
    by_result: str = ""
    """The derivative by its one operand, where `{a}` is the result."""
    on_nodes: Callable[..., Any] | None = None
    """Python's operator; a function has none."""
    syntax: type[ast.operator] | None = None
    """The node of Python's syntax tree for an operator with two operands."""
    method: str = ""
    """The method that Python looks for; a function has none."""
    reflected: str = ""
    """The method that Python looks for where a plain number stands on the left."""
    commutes: bool = False
    composed: tuple[str, ...] = ()
    """It in terms of others, as source on nodes."""
    needs: str = ""
    """The further operation that those need beside a sum and a product, in a class with the usual ones."""
    points: tuple[tuple[float, ...], ...] = ()
    """Numbers to try it with; the usual ones without."""
    model_rank: int | None = None
    """Whether its form is taken for others: the plainest has the lowest."""

    @property
    def arity(self) -> int:
        """How many operands it has."""
        return len(self.derivatives)

    @property
    def functions_in_source(self) -> set[str]:
        """The functions of the standard library that its number and its derivatives call."""
        return set(_FUNCTION.findall(" ".join((self.result, *self.derivatives))))

    @property
    def is_linear(self) -> bool:
        """Whether its derivatives are the same wherever it is."""
        return not any("{" in derivative for derivative in self.derivatives)

    @property
    def tried_with(self) -> tuple[tuple[float, ...], ...]:
        """Numbers at which it has values."""
        return self.points or (_SINGLE if self.arity == 1 else _PAIRS)


def _relu(x: float) -> float:
    return x if x > 0 else 0.0


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def _by_symbol(primitives: Iterable[PrimitiveMethod]) -> dict[str, PrimitiveMethod]:
    """Return the primitives by their symbols."""
    return {primitive.symbol: primitive for primitive in primitives}


PRIMITIVES = _by_symbol(
    (
        PrimitiveMethod(
            "+", ("add", "plus", "sum"), "add plus sum addition suma radd iadd",
            operator.add, "{a} + {b}", ("1.0", "1.0"),
            on_nodes=operator.add, syntax=ast.Add, method="__add__", reflected="__radd__",
            commutes=True, model_rank=0,
        ),
        PrimitiveMethod(
            "-", ("sub", "subtract", "minus"), "sub minus subtract subtraction resta rsub isub",
            operator.sub, "{a} - {b}", ("1.0", "-1.0"),
            on_nodes=operator.sub, syntax=ast.Sub, method="__sub__", reflected="__rsub__",
            composed=("{a} + (-{b})", "{a} + {b} * -1"), needs="+", model_rank=6,
        ),
        PrimitiveMethod(
            "*", ("mul", "multiply", "times"),
            "mul times multiply multiplication prod product producto rmul imul",
            operator.mul, "{a} * {b}", ("{b}", "{a}"),
            on_nodes=operator.mul, syntax=ast.Mult, method="__mul__", reflected="__rmul__",
            commutes=True, model_rank=1,
        ),
        PrimitiveMethod(
            "/", ("div", "truediv", "divide"), "div truediv divide division rtruediv rdiv itruediv",
            operator.truediv, "{a} / {b}", ("1.0 / {b}", "-{a} / {b} ** 2"),
            on_nodes=operator.truediv, syntax=ast.Div, method="__truediv__", reflected="__rtruediv__",
            composed=("{a} * {b} ** -1",), needs="**", model_rank=7,
        ),
        PrimitiveMethod(
            "**", ("pow", "power"), "pow power rpow potencia",
            operator.pow, "{a} ** {b}", ("{b} * {a} ** ({b} - 1)", "{a} ** {b} * {log}({a})"),
            on_nodes=operator.pow, syntax=ast.Pow, method="__pow__", reflected="__rpow__",
            points=((1.7, 3.0), (0.6, -1.0), (2.3, 2.0)), model_rank=9,
        ),
        PrimitiveMethod(
            "neg", ("neg", "negate"), "neg negate negation", operator.neg, "-{a}", ("-1.0",),
            on_nodes=operator.neg, method="__neg__", composed=("{a} * -1",), needs="*", model_rank=8,
        ),
        PrimitiveMethod(
            "tanh", ("tanh", "Tanh", "tanH"), "tanh", math.tanh, "{tanh}({a})", ("1 - {tanh}({a}) ** 2",),
            "1 - {a} ** 2", model_rank=4,
        ),
        PrimitiveMethod(
            "exp", ("exp", "Exp"), "exp exponential", math.exp, "{exp}({a})", ("{exp}({a})",),
            "{a}", model_rank=2,
        ),
        PrimitiveMethod(
            "log", ("log", "ln", "Log"), "log ln logarithm", math.log, "{log}({a})", ("1.0 / {a}",),
            points=((0.6,), (2.3,)), model_rank=3,
        ),
        PrimitiveMethod(
            "relu", ("relu", "ReLU", "Relu", "ReLu"), "relu", _relu, "max(0.0, {a})",
            ("1.0 if {a} > 0 else 0.0",),
        ),
        PrimitiveMethod(
            "sigmoid", ("sigmoid", "Sigmoid", "sigm", "sig", "logistic"),
            "sigmoid sigm logistic sigmoide", _sigmoid, "1 / (1 + {exp}(-{a}))",
            ("{exp}(-{a}) / (1 + {exp}(-{a})) ** 2",), "{a} * (1 - {a})", model_rank=5,
        ),
        PrimitiveMethod(
            "sin", ("sin", "Sin", "sine"), "sin sine seno", math.sin, "{sin}({a})", ("{cos}({a})",),
        ),
    )
)  # fmt: skip
"""Every operation by its symbol."""

BINARY = frozenset(op for op, primitive in PRIMITIVES.items() if primitive.arity == 2)  # noqa: PLR2004 - operands

METHODS = {op: primitive.method for op, primitive in PRIMITIVES.items() if primitive.method}
"""The method that Python calls for each operator."""

REFLECTED = {op: primitive.reflected for op, primitive in PRIMITIVES.items() if primitive.reflected}
"""The method that Python calls for each operator where a plain number stands on the left."""

EXPECTED_REFLECTED = {op: method for op, method in REFLECTED.items() if op != "**"}
"""The reflected methods that a class should have: few courses ask for `2 ** a`."""

MATH_FUNCTIONS = tuple(op for op in PRIMITIVES if hasattr(math, op))
"""The functions that the standard library has under the same name."""

SOURCE_FUNCTIONS = tuple(
    sorted({name for primitive in PRIMITIVES.values() for name in primitive.functions_in_source})
)
"""The functions that pieces of source call."""


def leaves(primitive: PrimitiveMethod, leaf: Callable[[float, str], Any]) -> list[Any]:
    """Return operands to try an operation with once."""
    return [leaf(1.5, "a"), leaf(2.0, "b")][: primitive.arity]

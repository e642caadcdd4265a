"""What things are called in references."""

import ast
import re

import suites
from suites import PRIMITIVES

OPERATORS = {primitive.method: op for op, primitive in PRIMITIVES.items() if primitive.is_operator}
"""The methods of operators."""

REFLECTED = {primitive.reflected: op for op, primitive in PRIMITIVES.items() if primitive.reflected}
"""The methods of operators with a number on the left."""

UNARY = frozenset(suites.UNARY)

GRADIENTS = frozenset(
    {"grad", "gradient", "gradiente", "derivative", "adjoint", "koubai", "_grad", "__grad", "梯度"}
)
"""Attributes that hold gradients."""

DATA = frozenset({"data", "value", "val", "dato", "dado", "wert", "atai", "数值"})
"""Attributes that hold data."""

ARRIVING = frozenset(
    {
        "d", "d_output", "g", "gi", "grad", "grad_out", "grad_output", "gradient", "gu", "gy", "share",
        "upstream",
    }
)  # fmt: skip
"""Names for the gradient that arrives at a result."""

_OPERANDS = re.compile("children|parents|prev|inputs|padres|from|sources|edges|父节点")

_NAMES = {
    "+": ("add", "addition", "plus", "+"),
    "-": ("sub", "subtract", "-"),
    "*": ("mul", "multiply", "times", "product", "*"),
    "/": ("div", "divide", "truediv", "quotient", "/"),
    "**": ("pow", "power", "**", "^"),
    "neg": ("neg", "negate", "negative"),
    "tanh": ("tanh", "hyperbolictangent"),
    "exp": ("exp", "exponential"),
    "log": ("log", "ln", "logarithm"),
    "relu": ("relu", "rectifier"),
    "sigmoid": ("sigmoid", "logistic"),
}
_BY_NAME = {name: operation for operation, names in _NAMES.items() for name in names}
_INVERSE = frozenset({"inverse", "reciprocal", "inv"})
_AROUND = re.compile(r"^(_*(backward|grad|pull|rule|step)_)|((node|op|function|backward0|_)$)")


def operation(name: str) -> str | None:
    """The operation that goes by a name: of a method, a class, a function or a code."""
    if name in OPERATORS:
        return OPERATORS[name]
    lowered = name.lower()
    plain = _AROUND.sub("", lowered).strip("_") or lowered
    if plain in _INVERSE:
        return "/"
    return None if name.startswith("__") else _BY_NAME.get(plain)


def first_operand(name: str) -> int:
    """Which operand the first argument is: of a reciprocal, the denominator."""
    return int(_AROUND.sub("", name.lower()).strip("_") in _INVERSE)


def is_gradient(node: ast.AST) -> bool:
    """Whether it is `x.grad`."""
    return isinstance(node, ast.Attribute) and node.attr in GRADIENTS


def is_data(node: ast.AST) -> bool:
    """Whether it is `x.data`."""
    return isinstance(node, ast.Attribute) and node.attr in DATA


def are_operands(name: str) -> bool:
    """Whether a parameter of that name is for the operands of a node."""
    return _OPERANDS.search(name) is not None

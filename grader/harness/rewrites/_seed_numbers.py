"""A number in the place of an expression; an array where there was one."""

import ast

from ..repair.edit import Change, replaced, with_field
from ..repair.syntax import is_call


def zero(value: ast.expr) -> Change:
    """It becomes 0."""
    return _number(value, "zeros_like", "0.0")


def one(value: ast.expr) -> Change:
    """It becomes 1."""
    return _number(value, "ones_like", "1.0")


def _number(value: ast.expr, like: str, number: str) -> Change:
    if is_call(value, "zeros_like", "ones_like") and isinstance(value.func, ast.Attribute):
        return with_field(value.func, "attr", like)
    return replaced(value, number)

"""Puts 0 or 1 in the place of an expression; an array where there was one."""

import ast

from ..repair.edit import Change, replaced, with_field
from ..repair.syntax import is_call


def set_to_zero(value: ast.expr) -> Change:
    """Return the change of an expression to 0."""
    return _set_to(value, "zeros_like", "0.0")


def set_to_one(value: ast.expr) -> Change:
    """Return the change of an expression to 1."""
    return _set_to(value, "ones_like", "1.0")


def _set_to(value: ast.expr, like: str, number: str) -> Change:
    """Return the change to a number, or to an array like the one that is there."""
    if is_call(value, "zeros_like", "ones_like") and isinstance(value.func, ast.Attribute):
        return with_field(value.func, "attr", like)
    return replaced(value, number)

"""Offers the other sign for the local gradient of an operand."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, RewriteOffer, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.local_gradient import LocalGradient
from ..repair.syntax import parameters_of, text

_MINUS_ONE = ("-1", "-1.0")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the other sign for every local gradient."""
    return (
        local.offer("negate", _negated(local))
        for local in known.local_gradients.all
        if not _adds_what_is_handed_on(local, known)
    )


def _adds_what_is_handed_on(local: LocalGradient, known: SourceAnalysis) -> bool:
    """Whether a pass adds its own parameter: a wrong sign would be where that comes from."""
    function = known.function_of(local.at)
    return (
        isinstance(function, ast.FunctionDef)
        and isinstance(local.at, ast.AugAssign)
        and isinstance(local.at.op, ast.Add)
        and text(local.at.value) in parameters_of(function)
    )


def _negated(local: LocalGradient) -> Change:
    """Return the change of a sign: the operator of `+=` or `-=`, a minus taken out, or one put in."""
    at = local.at
    if isinstance(at, ast.AugAssign) and isinstance(at.op, ast.Add | ast.Sub):
        return with_field(at, "op", ast.Sub() if isinstance(at.op, ast.Add) else ast.Add())
    return wrapped(local.value, other_sign)


def other_sign(value: ast.expr) -> ast.expr:
    """Return an expression without its minus, or with one."""
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        return value.operand
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult) and text(value.right) in _MINUS_ONE:
        return value.left
    return ast.UnaryOp(ast.USub(), value)

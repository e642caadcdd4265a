"""The share of an operand has the other sign."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.local_gradients import LocalGradient
from ..repair.offer import RewriteOffer


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Every share."""
    for share in known.shares.all:
        yield RewriteOffer("negate", share.at, (_negated(share),), share.operation, share.operand)


def _negated(share: LocalGradient) -> Change:
    """Return the change of a sign: the operator of `+=` or `-=`, a minus taken out, or one put in."""
    at = share.at
    if isinstance(at, ast.AugAssign) and isinstance(at.op, ast.Add | ast.Sub):
        return with_field(at, "op", ast.Sub() if isinstance(at.op, ast.Add) else ast.Add())
    return wrapped(share.value, _other_sign)


def _other_sign(value: ast.expr) -> ast.expr:
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        return value.operand
    return ast.UnaryOp(ast.USub(), value)

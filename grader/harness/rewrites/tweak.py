"""Offers a small change of a local gradient whose right form cannot be written in the names of its place."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.local_gradient import LocalGradient
from ..repair.offer import RewriteOffer
from ..repair.syntax import whole
from .rule import derivatives

_OTHER_OPERATORS: dict[type[ast.operator], tuple[ast.operator, ...]] = {
    ast.Add: (ast.Sub(), ast.Mult()),
    ast.Sub: (ast.Add(),),
    ast.Mult: (ast.Div(), ast.Pow(), ast.Add()),
    ast.Div: (ast.Mult(),),
    ast.Pow: (ast.Mult(),),
}
_OTHER_COMPARISONS: dict[type[ast.cmpop], tuple[ast.cmpop, ...]] = {
    ast.Lt: (ast.Gt(),),
    ast.LtE: (ast.Gt(),),
    ast.Gt: (ast.Lt(),),
    ast.GtE: (ast.Gt(), ast.Lt()),
    ast.NotEq: (ast.Gt(),),
}


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer small changes of local gradients of known operations for which no rule could be offered."""
    for local in known.local_gradients.all:
        if local.operation is not None and next(derivatives(local, known), None) is None:
            for change in _small_changes(local):
                yield local.offer("tweak", change, operand=local.operand or 0)


def _small_changes(local: LocalGradient) -> Iterator[Change]:
    """Yield other numbers, operators, comparisons, and names less one."""
    for node in whole(local.value):
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            yield with_field(node, "value", node.value + 1)
            yield with_field(node, "value", node.value - 1)
        elif isinstance(node, ast.BinOp):
            yield from (with_field(node, "op", other) for other in _OTHER_OPERATORS.get(type(node.op), ()))
            yield from _rearranged(node)
        elif isinstance(node, ast.Compare):
            for other in _OTHER_COMPARISONS.get(type(node.ops[0]), ()):
                yield with_field(node, "ops", [other, *node.ops[1:]])
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield wrapped(node, _minus_one)


def _rearranged(node: ast.BinOp) -> Iterator[Change]:
    """Yield either side alone, both the other way round, and other brackets: `x**n - 1` as `x**(n - 1)`."""
    yield replaced(node, node.left)
    yield replaced(node, node.right)
    if isinstance(node.op, ast.Sub | ast.Div | ast.Pow):
        yield replaced(node, ast.BinOp(node.right, node.op, node.left))
    if isinstance(node.left, ast.BinOp):
        inner = node.left
        yield replaced(node, ast.BinOp(inner.left, inner.op, ast.BinOp(inner.right, node.op, node.right)))


def _minus_one(value: ast.expr) -> ast.expr:
    """Return the value less one."""
    return ast.BinOp(value, ast.Sub(), ast.Constant(1))

"""Offers to multiply the whole local derivative by the upstream gradient."""

import ast
from collections.abc import Iterable, Iterator
from functools import partial

from ..repair.edit import RewriteOffer, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.local_gradient import LocalGradient
from ..repair.syntax import assigned, expression, found, inside, targets_of, text, whole

_Sum = ast.Add | ast.Sub


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs of every local gradient that an upstream gradient reaches."""
    for local in known.local_gradients.all:
        for source in () if _reads_another(local, known) else _upstream_candidates(local, known):
            if not local.mentions(source):
                yield local.offer("chain", wrapped(local.value, partial(_times, source)))
        value = local.value
        if isinstance(value, ast.BinOp) and isinstance(value.op, _Sum):
            yield from _products_for_sum(value, local)


def _reads_another(local: LocalGradient, known: SourceAnalysis) -> bool:
    """Whether a local gradient reads that of a node which is no operand: a wrong one, and not none."""
    gradients = [node for node in whole(local.value) if known.is_gradient(node)]
    return bool(local.operands) and any(
        isinstance(node, ast.Attribute) and text(node.value) not in local.operands for node in gradients
    )


def _products_for_sum(value: ast.BinOp, local: LocalGradient) -> Iterator[RewriteOffer]:
    """Offer `(1 - t**2) * g` for `1 - t**2 * g` and `g * 1 - t**2`, `slope * g` for `slope + g`."""
    upstream = local.upstream
    if upstream is None:
        # Between two names, either may be the upstream gradient.
        if local.operation is None:
            yield local.offer("chain-times", with_field(value, "op", ast.Mult()))
        return
    for side, other in (("right", value.left), ("left", value.right)):
        rest = _without_factor(getattr(value, side), upstream)
        if rest is not None and not _mentions(other, upstream):
            left, right = (other, rest) if side == "right" else (rest, other)
            derivative = ast.BinOp(left, value.op, right)
            yield local.offer("brackets", replaced(value, _times(upstream, derivative)))
    for side, other in (("right", value.left), ("left", value.right)):
        if text(getattr(value, side)) == upstream and not _mentions(other, upstream):
            yield local.offer("chain-times", replaced(value, _times(upstream, other)))


def _upstream_candidates(local: LocalGradient, known: SourceAnalysis) -> Iterable[str]:
    """Return candidates for the upstream gradient; in a loop for all operations, the likeliest first."""
    candidates = [local.upstream]
    function = known.tree.nearest(local.at, ast.FunctionDef)
    if function and local.operation is None and not _has_a_parameter(local.value, function, known):
        candidates += _gradients_of_result(local, function, known)
    return dict.fromkeys(filter(None, candidates))


def _gradients_of_result(local: LocalGradient, function: ast.AST, known: SourceAnalysis) -> list[str]:
    """Return what may be the gradient of the result in a loop: no node that receives is the result."""
    receives = {text(node) for target in targets_of(local.at) for node in whole(target)}
    names = [
        text(name)
        for node in inside(function)
        for name, value in assigned(node)
        if isinstance(value, ast.Subscript) and text(value.value) in receives
    ]
    walked = [_name_of_node(node, known) for node in inside(function)]
    gradients = [f"{name}.{known.grad}" for name in walked if name and name not in receives]
    return [*names, *gradients]


def _has_a_parameter(value: ast.expr, function: ast.AST, known: SourceAnalysis) -> bool:
    """Whether a parameter is in it: that is the upstream gradient, which is not left out then."""
    parameters = {node.arg for node in found(function, ast.arg)}
    names = [node for node in whole(value) if isinstance(node, ast.Name) and node.id in parameters]
    return any(not isinstance(known.tree.up[node][0], ast.Attribute) for node in names)


def _name_of_node(node: ast.AST, known: SourceAnalysis) -> str | None:
    """Return a parameter, or the variable with which a loop goes through nodes."""
    if isinstance(node, ast.arg):
        return node.arg
    parent, field = known.tree.up[node]
    is_target = isinstance(parent, ast.For) and field == "target"
    return node.id if isinstance(node, ast.Name) and is_target else None


def _times(source: str, value: ast.expr) -> ast.expr:
    """Return the product with the expression that `source` says."""
    return ast.BinOp(value, ast.Mult(), expression(source, value))


def _without_factor(value: ast.expr, factor: str) -> ast.expr | None:
    """Return a product without one of its factors; None if that is none of them."""
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Mult | ast.Div):
        return None
    is_product = isinstance(value.op, ast.Mult)
    if is_product and factor in (text(value.left), text(value.right)):
        return value.left if text(value.right) == factor else value.right
    left = _without_factor(value.left, factor)
    if left is not None:
        return ast.BinOp(left, value.op, value.right)
    right = _without_factor(value.right, factor) if is_product else None
    return None if right is None else ast.BinOp(value.left, value.op, right)


def _mentions(value: ast.expr, source: str) -> bool:
    """Whether the name or attribute is in a value."""
    return any(text(node) == source for node in whole(value) if isinstance(node, ast.Name | ast.Attribute))

"""What arrives multiplies the whole local derivative: it is left out, in the wrong place, or added."""

import ast
from collections.abc import Iterator
from functools import partial

from ..repair.edit import Change, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.local_gradients import LocalGradient
from ..repair.offer import RewriteOffer
from ..repair.syntax import assigned, expression, inside, targets_of, text, whole


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs of every local gradient that an upstream gradient reaches."""
    for share in known.shares.all:
        for source in _arriving(share, known):
            if not share.mentions(source):
                yield _offer("chain", share, wrapped(share.value, partial(_multiplied, source)))
        if share.incoming is None:
            yield from _between_names(share)
            continue
        for change in _brackets(share):
            yield _offer("brackets", share, change)
        for change in _added(share):
            yield _offer("chain-times", share, change)


def _offer(rewrite: str, share: LocalGradient, change: Change) -> RewriteOffer:
    return RewriteOffer(rewrite, share.at, (change,), share.operation, share.operand)


def _between_names(share: LocalGradient) -> Iterator[RewriteOffer]:
    """`g + slope` becomes `g * slope`, where either may be what arrives."""
    value = share.value
    if share.operation is None and isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub):
        yield _offer("chain-times", share, with_field(value, "op", ast.Mult()))


def _arriving(share: LocalGradient, known: SourceAnalysis) -> Iterator[str]:
    """Yield candidates for the upstream gradient; in a loop for all operations, the likeliest first."""
    if share.incoming is not None:
        yield share.incoming
    function = known.tree.nearest(share.at, ast.FunctionDef)
    if function is None or share.operation is not None or _has_a_parameter(share.value, function, known):
        return
    # In such a loop the upstream gradient is read from the result's node: no node that receives is one.
    receives = {text(node) for target in targets_of(share.at) for node in whole(target)}
    kept = [pair for node in inside(function) for pair in assigned(node)]
    names = [
        text(name)
        for name, value in kept
        if isinstance(value, ast.Subscript) and text(value.value) in receives
    ]
    walked = [_walked(node, known) for node in inside(function)]
    gradients = [f"{name}.{known.grad}" for name in walked if name and name not in receives]
    yield from (each for each in dict.fromkeys([*names, *gradients]) if each != share.incoming)


def _has_a_parameter(value: ast.expr, function: ast.AST, known: SourceAnalysis) -> bool:
    """Whether a number that the function is handed is in it: that is what arrives, and is not left out."""
    parameters = {node.arg for node in inside(function) if isinstance(node, ast.arg)}
    return any(
        isinstance(node, ast.Name)
        and node.id in parameters
        and not isinstance(known.tree.up[node][0], ast.Attribute)
        for node in whole(value)
    )


def _walked(node: ast.AST, known: SourceAnalysis) -> str | None:
    """A parameter, or what a loop goes through nodes with."""
    if isinstance(node, ast.arg):
        return node.arg
    parent, field = known.tree.up[node]
    return (
        node.id if isinstance(node, ast.Name) and isinstance(parent, ast.For) and field == "target" else None
    )


def _times(share: LocalGradient, value: ast.expr) -> ast.expr:
    assert share.incoming is not None
    return _multiplied(share.incoming, value)


def _multiplied(source: str, value: ast.expr) -> ast.expr:
    return ast.BinOp(value, ast.Mult(), expression(source, value))


def _brackets(share: LocalGradient) -> Iterator[Change]:
    """`1 - t**2 * g` becomes `(1 - t**2) * g`, and `g * 1 - t**2` as well."""
    value = share.value
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Add | ast.Sub):
        return
    rest = _without(value.right, share.incoming)
    if rest is not None and not _mentions(value.left, share.incoming):
        yield replaced(value, _times(share, ast.BinOp(value.left, value.op, rest)))
    rest = _without(value.left, share.incoming)
    if rest is not None and not _mentions(value.right, share.incoming):
        yield replaced(value, _times(share, ast.BinOp(rest, value.op, value.right)))


def _added(share: LocalGradient) -> Iterator[Change]:
    """`derivative + g` becomes `derivative * g`."""
    value = share.value
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub):
        sides = [(value.left, value.right), (value.right, value.left)]
        for derivative, arriving in sides:
            if text(arriving) == share.incoming and not _mentions(derivative, share.incoming):
                yield replaced(value, _times(share, derivative))


def _without(value: ast.expr, factor: str | None) -> ast.expr | None:
    """A product without one of its factors; None if that is none of them."""
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Mult | ast.Div):
        return None
    if text(value.right) == factor and isinstance(value.op, ast.Mult):
        return value.left
    if text(value.left) == factor and isinstance(value.op, ast.Mult):
        return value.right
    left = _without(value.left, factor)
    if left is not None:
        return ast.BinOp(left, value.op, value.right)
    right = _without(value.right, factor) if isinstance(value.op, ast.Mult) else None
    return None if right is None else ast.BinOp(value.left, value.op, right)


def _mentions(value: ast.expr, source: str | None) -> bool:
    return any(text(node) == source for node in whole(value) if isinstance(node, ast.Name | ast.Attribute))

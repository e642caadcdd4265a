"""Offers gradients as they are: not rounded, and held between no bounds."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, RewriteOffer, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.syntax import Store, called, inside, targets_of
from ._numbers import ROUNDING

_LIMITING = ("clip", "clamp")
_BOUNDS = ("max", "min", "maximum", "minimum")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the number inside of all that rounds or limits what becomes a gradient."""
    contributions = {local.value for local in known.local_gradients.all}
    for local in known.local_gradients.all:
        if changes := [*_exact(local.value)]:
            yield local.offer("unround", *changes)._replace(group="unround")
    for node, value in _stored_gradients(known):
        if value not in contributions and (changes := [*_exact(value)]):
            yield known.offer("unround", node, *changes)._replace(group="unround")


def _stored_gradients(known: SourceAnalysis) -> Iterator[tuple[ast.stmt, ast.expr]]:
    """Yield the statements that store a gradient, but in a constructor, each with what it stores."""
    for function in known.functions:
        for node in inside(function) if function.name != "__init__" else ():
            if isinstance(node, Store) and node.value and known.is_gradient(targets_of(node)[0]):
                yield node, node.value


def _exact(value: ast.AST) -> Iterator[Change]:
    """Yield the changes after which a value is neither rounded nor limited."""
    if (number := _inside_of(value)) is not None:
        yield replaced(value, number)
        return
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.FloorDiv):
        yield with_field(value, "op", ast.Div())
    for child in ast.iter_child_nodes(value):
        yield from _exact(child)


def _inside_of(value: ast.AST) -> ast.expr | None:
    """Return the number that a call rounds or limits; None where it does neither."""
    if not isinstance(value, ast.Call) or not value.args:
        return None
    name, number = called(value), None
    if name in (*ROUNDING, *_LIMITING):
        number = value.args[0]
    elif name in _BOUNDS:
        numbers = [each for each in value.args if not _is_bound(each)]
        number = numbers[0] if len(numbers) == 1 < len(value.args) else None
    return None if number is None else _inside_of(number) or number


def _is_bound(value: ast.expr) -> bool:
    """Whether an expression is a number written out, other than 0: `max(0, x)` is relu."""
    number = value.operand if isinstance(value, ast.UnaryOp) else value
    return isinstance(number, ast.Constant) and bool(number.value)

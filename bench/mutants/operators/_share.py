"""What several families do with the share of an operand."""

import ast
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from typing import TypedDict, Unpack

from bench.mutants.label import Mutation
from bench.mutants.reading.scopes import OperationScope
from bench.mutants.reading.shares import OperandGradient, Way
from bench.mutants.shape import Shape
from bench.mutants.text import Text, TextEdit

_SIMPLE = ast.Name | ast.Attribute | ast.Constant | ast.Call | ast.Subscript


class How(TypedDict, total=False):
    """What else a slip in a share is."""

    kind: str
    accepts: Collection[str]
    missing: bool
    both: bool
    """Whether it is in the rule of both operands."""


def each_share(shape: Shape) -> Iterator[tuple[OperationScope, OperandGradient]]:
    """Every share of every operation."""
    for scope, shares in shape.shares.items():
        for share in shares:
            yield scope, share


def both_shares(shape: Shape) -> Iterator[tuple[OperandGradient, OperandGradient]]:
    """The shares of the two operands, wherever they stand side by side."""
    for shares in shape.shares.values():
        for one, other in pairwise(shares):
            if (one.operand, other.operand) == (0, 1):
                yield one, other


def at_share(
    shape: Shape, share: OperandGradient, fault: str, edits: Iterable[TextEdit], **how: Unpack[How]
) -> Mutation:
    """A slip in one share. Every line of its statement names the place."""
    text, missing = shape.text, how.get("missing", False)
    return Mutation(
        fault,
        tuple(edits),
        text.definitions(share.value) if missing else text.lines(share.value),
        share.operation,
        None if how.get("both") else share.operand,
        kind=_kind(shape, share, how.get("kind", "")),
        accepts=how.get("accepts", ()),
        missing=missing,
    )


def everywhere(
    shape: Shape, shares: list[OperandGradient], fault: str, edits: Iterable[TextEdit]
) -> Mutation:
    """The same slip in every operation."""
    return Mutation(
        fault, tuple(edits), tuple(spot for share in shares for spot in shape.text.lines(share.value))
    )


def _kind(shape: Shape, share: OperandGradient, kind: str) -> str:
    """Shares of the same operand are told apart by a number: one for plain numbers, one for nodes."""
    place = (share.operation, share.operand)
    alike = [each for _, each in each_share(shape) if (each.operation, each.operand) == place]
    number = str(alike.index(share) + 1) if share in alike and len(alike) > 1 else ""
    return ".".join(part for part in (kind, number) if part)


def is_slope(share: OperandGradient) -> bool:
    """Whether only the slope is kept, and the result's gradient comes in elsewhere."""
    return share.arriving is None and share.operation is not None


def is_written(share: OperandGradient) -> bool:
    """Whether it is added to a gradient by a statement of its own."""
    return share.way in {Way.ADDED, Way.SUBTRACTED, Way.SUMMED}


def arriving(text: Text, share: OperandGradient) -> str:
    """The result's gradient as text; one where only the slope is kept."""
    return "1.0" if share.arriving is None else text.of(share.arriving)


def without_arriving(text: Text, share: OperandGradient) -> TextEdit | None:
    """The share without the result's gradient."""
    factor = share.arriving
    if factor is None:
        return None
    match text.parents[factor]:
        case ast.BinOp(op=ast.Mult(), left=left, right=right) as product:
            rest = right if left is factor else left
            alone = product is share.value or isinstance(rest, _SIMPLE)
            return text.put(product, text.of(rest) if alone else text.source[slice(*text.bracketed(rest))])
    return text.put(factor, "1.0")


def top_product(share: OperandGradient) -> tuple[ast.expr, ast.expr] | None:
    """The two factors of a share, the result's gradient and the rest, where they stand on top."""
    match share.value:
        case ast.BinOp(op=ast.Mult(), left=left, right=right) if share.arriving in (left, right):
            return left, right
    return None


def between(text: Text, left: ast.expr, right: ast.expr, old: str, new: str) -> TextEdit | None:
    """Another sign between two expressions."""
    position = text.source.find(old, text.end(left), text.start(right))
    return None if position < 0 else TextEdit(position, position + len(old), new)


def negated(text: Text, value: ast.expr) -> TextEdit:
    """An expression with the other sign."""
    source, start = text.of(value), text.start(value)
    if source.startswith("-"):
        return TextEdit(start, start + 1, "")
    return text.put(value, f"-({source})" if _is_loose(value) else f"-{source}")


def _is_loose(value: ast.expr) -> bool:
    """Whether a sign in front would belong to a part of it."""
    if isinstance(value, ast.BinOp):
        return isinstance(value.op, ast.Add | ast.Sub)
    return isinstance(value, ast.IfExp | ast.Compare)


def data_of(shape: Shape, scope: OperationScope, position: int) -> str | None:
    """The data of an operand, as it can be written where the rule is."""
    definition = scope.definition
    if not isinstance(definition, ast.FunctionDef | ast.Lambda) or scope.name == "_":
        return None
    names = [name for name, at in scope.positions().items() if at == position]
    parameters = [argument.arg for argument in definition.args.args]
    wrapped = [name for name in names if name not in parameters]
    found = next(iter(wrapped or names), None)
    if found is None or (found == "self" and scope.is_on_result):
        return None
    return f"{found}.{shape.data}"

"""What several families do with the share of an operand."""

import ast
from collections.abc import Iterable, Iterator

from bench.mutants.label import Slip
from bench.mutants.reading.scopes import Scope
from bench.mutants.reading.shares import Share, Way
from bench.mutants.shape import Shape
from bench.mutants.text import Edit, Text

_SIMPLE = ast.Name | ast.Attribute | ast.Constant | ast.Call | ast.Subscript


def each_share(shape: Shape) -> Iterator[tuple[Scope, Share]]:
    """Every share of every operation."""
    for scope, shares in shape.shares.items():
        for share in shares:
            yield scope, share


def both_shares(shape: Shape) -> Iterator[tuple[Share, Share]]:
    """The shares of the two operands, wherever they stand side by side."""
    for shares in shape.shares.values():
        for one, other in zip(shares, shares[1:], strict=False):
            if (one.operand, other.operand) == (0, 1):
                yield one, other


def at_share(
    shape: Shape,
    share: Share,
    fault: str,
    edits: Iterable[Edit],
    *,
    kind: str = "",
    accepts: Iterable[str] = (),
    missing: bool = False,
    operand: bool = True,
) -> Slip:
    """A slip in one share. Every line of its statement names the place."""
    text = shape.text
    spots = definitions(text, share.value) if missing else lines(text, text.statement(share.value))
    position = share.operand if operand else None
    return Slip(fault, tuple(edits), share.operation, position, spots, missing, frozenset(accepts), _kind(shape, share, kind))


def everywhere(
    shape: Shape, shares: list[Share], fault: str, edits: Iterable[Edit], *, kind: str = "", accepts: Iterable[str] = ()
) -> Slip:
    """The same slip in every operation."""
    spots = tuple(spot for share in shares for spot in lines(shape.text, shape.text.statement(share.value)))
    return Slip(fault, tuple(edits), None, None, spots, missing=False, accepts=frozenset(accepts), kind=kind)


def _kind(shape: Shape, share: Share, kind: str) -> str:
    """Shares of the same operand are told apart by a number: one for plain numbers, one for nodes."""
    alike = [
        each for _, each in each_share(shape) if (each.operation, each.operand) == (share.operation, share.operand)
    ]
    number = str(alike.index(share) + 1) if share in alike and len(alike) > 1 else ""
    return ".".join(part for part in (kind, number) if part)


def lines(text: Text, statement: ast.stmt) -> tuple[int, ...]:
    """Where each line of a statement begins; of a function the first alone."""
    start, end = text.start(statement), text.end(statement)
    if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.If | ast.For | ast.While):
        return (start,)
    breaks = [position for position in range(start, end) if text.source[position] == "\n"]
    return (start, *(position + 1 for position in breaks))


def definitions(text: Text, node: ast.AST) -> tuple[int, ...]:
    """Where the functions and the class around a node are defined, and where its statement stands."""
    around = [each for each in (node, *text.above(node)) if isinstance(each, ast.FunctionDef | ast.ClassDef)]
    return tuple(text.start(each) for each in around) or lines(text, text.statement(node))


def is_slope(share: Share) -> bool:
    """Whether only the slope is kept, and the result's gradient comes in elsewhere."""
    return share.arriving is None and share.operation is not None


def arriving(text: Text, share: Share) -> str:
    """The result's gradient as text; one where only the slope is kept."""
    return "1.0" if share.arriving is None else text.of(share.arriving)


def without_arriving(text: Text, share: Share) -> Edit | None:
    """The share without the result's gradient."""
    factor = share.arriving
    if factor is None:
        return None
    match text.parents[factor]:
        case ast.BinOp(op=ast.Mult(), left=left, right=right) as product:
            rest = right if left is factor else left
            start, end = text.bracketed(rest)
            source = text.source[start:end]
            if product is share.value or isinstance(rest, _SIMPLE):
                source = text.of(rest)
            return text.put(product, source)
    return text.put(factor, "1.0")


def top_product(text: Text, share: Share) -> tuple[ast.expr, ast.expr] | None:
    """The two factors of a share, the result's gradient and the rest, where they stand on top."""
    match share.value:
        case ast.BinOp(op=ast.Mult(), left=left, right=right) if share.arriving in (left, right):
            return left, right
    return None


def between(text: Text, left: ast.expr, right: ast.expr, old: str, new: str) -> Edit | None:
    """Another sign between two expressions."""
    start, end = text.end(left), text.start(right)
    position = text.source.find(old, start, end)
    return None if position < 0 else Edit(position, position + len(old), new)


def negated(text: Text, value: ast.expr) -> Edit:
    """An expression with the other sign."""
    source = text.of(value)
    start = text.start(value)
    if source.startswith("-"):
        return Edit(start, start + 1, "")
    if isinstance(value, ast.IfExp | ast.Compare) or (
        isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub)
    ):
        return text.put(value, f"-({source})")
    return text.put(value, f"-{source}")


def data_of(shape: Shape, scope: Scope, position: int) -> str | None:
    """The data of an operand, as it can be written where the rule is."""
    definition = scope.definition
    if isinstance(definition, ast.ClassDef) or scope.name == "_":
        return None
    names = [name for name, at in scope.positions().items() if at == position and name.isidentifier()]
    if isinstance(definition, ast.FunctionDef | ast.Lambda):
        parameters = [each.arg for each in definition.args.args]
        wrapped = [name for name in names if name not in parameters]
        names = wrapped[:1] or [name for name in names if name in parameters]
        if not names or (names[0] == "self" and _is_result(scope)):
            return None
        return f"{names[0]}.{shape.data}"
    return None


def _is_result(scope: Scope) -> bool:
    """Whether `self` is the result, as in a method `_backward_add(self)`."""
    return scope.name.startswith("_backward")


def is_written(share: Share) -> bool:
    """Whether it is added to a gradient by a statement of its own."""
    return share.way in {Way.ADDED, Way.SUBTRACTED, Way.SUMMED}

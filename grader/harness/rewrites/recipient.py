"""A share goes to the wrong node, twice to the same, or is not handed on at all."""

import ast
from collections.abc import Iterator
from functools import partial
from itertools import groupby

from ..model.primitives import BINARY, PRIMITIVES
from ..repair.edit import after, replaced, wrapped
from ..repair.known import SourceAnalysis
from ..repair.local_gradients import LocalGradient
from ..repair.offer import RewriteOffer
from ..repair.syntax import Store, expression, statements, targets_of, text, whole
from .rule import derivatives, with_incoming

_TWICE = 2


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Operation by operation, function by function."""
    yield from _by_position(known)
    for function in known.functions:
        end = function.end_lineno or function.lineno
        shares = [share for share in known.shares.all if _is_in(share, function, end, known)]
        for _, group in groupby(shares, key=lambda share: share.operation):
            yield from _of_operation(list(group), known)


def _by_position(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """`v.args[0].grad += g` in a loop that counts operands, and does not use the count."""
    for share in known.shares.all:
        loop = known.tree.nearest(share.at, ast.For)
        if share.operation is None and isinstance(loop, ast.For):
            read = {node.id for part in loop.body for node in whole(part) if isinstance(node, ast.Name)}
            stored = [node for node in whole(loop.target) if isinstance(node, ast.Name)]
            for counter in [node.id for node in stored if node.id not in read]:
                yield from _counted(share, counter)


def _counted(share: LocalGradient, counter: str) -> Iterator[RewriteOffer]:
    targets = targets_of(share.at) if isinstance(share.at, Store) else []
    for node in [inner for target in targets for inner in whole(target)]:
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            change = replaced(node.slice, ast.Name(counter, ast.Load()))
            yield RewriteOffer("recipient", share.at, (change,), detail="counter")


def _is_in(share: LocalGradient, function: ast.FunctionDef, end: int, known: SourceAnalysis) -> bool:
    line = getattr(share.at, "lineno", 0)
    return function.lineno <= line <= end and known.tree.outermost(share.at) is function


def _of_operation(shares: list[LocalGradient], known: SourceAnalysis) -> Iterator[RewriteOffer]:
    yield from _others(shares, known)
    yield from _once(shares, known)
    if shares[0].operation in BINARY:
        yield from _missing(shares, known)


def _others(shares: list[LocalGradient], known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Each target may have been meant to be another operand."""
    for number, share in enumerate(shares):
        target = share.target or _key(share)
        again = any(ast.unparse(share.at) == ast.unparse(other.at) for other in shares[number + 1 :])
        # Of two equal statements the later one is changed: the first may be the right one.
        if target is None or again:
            continue
        for index, operand in enumerate(share.operands):
            if operand != text(target):
                places = [target, *_read_again(share, target)]
                changes = tuple(replaced(place, operand) for place in places)
                yield RewriteOffer("recipient", share.at, changes, share.operation, index)
                if isinstance(share.at, ast.Assign) and text(target) not in share.operands and not places[1:]:
                    there = expression(f"{operand}.{known.grad}", target)
                    added = wrapped(share.at.value, partial(_added, there))
                    yield RewriteOffer("recipient", share.at, (*changes, added), share.operation, index)


def _added(there: ast.expr, now: ast.expr) -> ast.expr:
    """The share added to what is there: a statement that wrote to no operand may have meant `+=` as well."""
    return ast.BinOp(there, ast.Add(), now)


def _read_again(share: LocalGradient, target: ast.expr) -> Iterator[ast.expr]:
    """The target where it is read to be added to: `x.grad = x.grad + ...`."""
    if not isinstance(share.at, ast.Assign) or not isinstance(share.at.value, ast.BinOp):
        return
    if isinstance(share.at.value.op, ast.Add | ast.Sub):
        for side in (share.at.value.left, share.at.value.right):
            if isinstance(side, ast.Attribute) and text(side) == text(share.at.targets[0]):
                yield side.value if text(side.value) == text(target) else side


def _key(share: LocalGradient) -> ast.expr | None:
    """The operand that a pair begins with."""
    if isinstance(share.at, ast.Tuple | ast.List):
        return share.at.elts[0]
    is_pair = isinstance(share.at, ast.Call) and share.target is None
    return share.at.args[0] if isinstance(share.at, ast.Call) and is_pair and share.at.args else None


def _once(shares: list[LocalGradient], known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to remove a second one of the same local gradients, or to halve one that is doubled."""
    seen: set[tuple[str, tuple[ast.AST, str]]] = set()
    for share in shares:
        said = ast.unparse(share.at)
        blocks = [
            known.tree.up[node] for node in (share.at, *known.tree.above(share.at)) if node in known.tree.up
        ]
        # What stands in another branch runs instead of it, not before it.
        is_again = any((said, block) in seen for block in blocks)
        if is_again and (place := _removable(share, known)) is not None:
            yield RewriteOffer("once", share.at, (replaced(place),), share.operation, share.operand)
        if not isinstance(share.at, ast.expr) or share.at is not share.value:
            seen.add((said, known.tree.up[known.tree.statement(share.at)]))
        for node in whole(share.value):
            if isinstance(node, ast.BinOp) and (single := _single(node)) is not None:
                yield RewriteOffer(
                    "once", share.at, (replaced(node, single),), share.operation, share.operand
                )


def _removable(share: LocalGradient, known: SourceAnalysis) -> ast.AST | None:
    if isinstance(share.at, ast.stmt):
        return share.at
    parent, name = known.tree.up[share.at]
    if isinstance(parent, ast.Expr):
        return parent
    return share.at if name in ("elts", "args") else None


def _single(node: ast.BinOp) -> ast.expr | None:
    """Return the part that `x + x`, `2 * x` or `x * 2` doubles."""
    if isinstance(node.op, ast.Add) and ast.dump(node.left) == ast.dump(node.right):
        return node.left
    if isinstance(node.op, ast.Mult) and _is_two(node.left):
        return node.right
    return node.left if isinstance(node.op, ast.Mult) and _is_two(node.right) else None


def _is_two(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == _TWICE


def _missing(shares: list[LocalGradient], known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """An operand that is handed nothing while the other is."""
    receivers = {share.operand for share in shares}
    if len(receivers) != 1 or None in receivers:
        return
    share = shares[-1]
    index = 1 - (share.operand or 0)
    is_linear = share.operation is not None and PRIMITIVES[share.operation].is_linear
    # A missing contribution can be written only if its derivative can, in the names that the other one uses.
    if share.operation == "**" or not (share.is_of_two or is_linear):
        return
    other = share._replace(operand=index, target=None, is_subtracted=False)
    for derivative in derivatives(other, known):
        if (value := with_incoming(derivative, other)) is not None:
            yield from _handed(share, other, value, known)


def _handed(
    share: LocalGradient, other: LocalGradient, value: str, known: SourceAnalysis
) -> Iterator[RewriteOffer]:
    operand = dict(enumerate(share.operands)).get(other.operand or 0)
    where = known.tree.nearest(share.at, ast.FunctionDef) or share.at
    # The new contribution has the form of its neighbour: a statement, an element, a pair.
    if operand is not None and isinstance(share.at, ast.Assign | ast.AugAssign):
        added = statements(f"{operand}.{known.grad} += {value}", share.at)
        yield RewriteOffer("contribute", where, (after(share.at, *added),), share.operation, other.operand)
    elif share.at is share.value and known.tree.up[share.at][1] == "elts":
        new = expression(value, share.at)
        for both in ((share.at, new), (new, share.at)):
            yield RewriteOffer(
                "contribute", share.at, (replaced(share.at, *both),), share.operation, other.operand
            )
    elif operand and isinstance(share.at, ast.Tuple | ast.List | ast.Call) and _key(share) is not None:
        if known.tree.up[share.at][1] not in ("elts", "args") or isinstance(share.at, ast.Call):
            return
        new = expression(f"({operand}, {value})", share.at)
        change = replaced(share.at, share.at, new)
        yield RewriteOffer("contribute", share.at, (change,), share.operation, other.operand)

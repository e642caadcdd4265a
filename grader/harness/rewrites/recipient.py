"""Offers to hand a contribution to another operand, to one that receives none, or only once."""

import ast
from collections.abc import Iterator
from functools import partial
from itertools import groupby

from ..model.primitives import BINARY, PRIMITIVES
from ..repair.edit import RewriteOffer, after, replaced, wrapped
from ..repair.known import SourceAnalysis
from ..repair.local_gradient import LocalGradient
from ..repair.syntax import Store, all_nodes, expression, targets_of, text, whole
from .rule import derivatives, with_upstream


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs function by function, operation by operation."""
    yield from _by_position(known)
    for function in known.functions:
        end = function.end_lineno or function.lineno
        local_gradients = [
            local for local in known.local_gradients.all if _is_in(local, function, end, known)
        ]
        for _, group in groupby(local_gradients, key=lambda local: local.operation):
            yield from _of_operation(list(group), known)


def _by_position(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the counter in `v.args[0].grad += g` in a loop that counts operands and does not use it."""
    for local in known.local_gradients.all:
        loop = known.tree.nearest(local.at, ast.For)
        if local.operation is None and isinstance(loop, ast.For):
            read = {node.id for part in loop.body for node in whole(part) if isinstance(node, ast.Name)}
            stored = [node for node in whole(loop.target) if isinstance(node, ast.Name)]
            for counter in [node.id for node in stored if node.id not in read]:
                yield from _indexed_by(local, counter)


def _indexed_by(local: LocalGradient, counter: str) -> Iterator[RewriteOffer]:
    """Offer the counter in place of each number that is an index."""
    for node in all_nodes(*targets_of(local.at)) if isinstance(local.at, Store) else ():
        match node:
            case ast.Subscript(slice=ast.Constant() as place):
                yield local.offer("recipient", replaced(place, counter), detail="counter")


def _is_in(local: LocalGradient, function: ast.FunctionDef, end: int, known: SourceAnalysis) -> bool:
    """Whether a local gradient stands in a function of the file, between its lines."""
    line = getattr(local.at, "lineno", 0)
    return function.lineno <= line <= end and known.tree.outermost(local.at) is function


def _of_operation(local_gradients: list[LocalGradient], known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs of the contributions of one operation."""
    yield from _other_recipients(local_gradients, known)
    yield from _said_once(local_gradients, known)
    if local_gradients[0].operation in BINARY:
        yield from _missing_contribution(local_gradients, known)


def _other_recipients(local_gradients: list[LocalGradient], known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer each other operand in place of a target."""
    for number, local in enumerate(local_gradients):
        target = local.target or _operand_of_pair(local)
        again = any(ast.unparse(local.at) == ast.unparse(other.at) for other in local_gradients[number + 1 :])
        # Of two equal statements the later one is changed: the first may be the right one.
        if target is None or again:
            continue
        for index, operand in enumerate(local.operands):
            if operand != text(target):
                yield from _to_operand(index, operand, target, local, known)


def _to_operand(
    index: int, operand: str, target: ast.expr, local: LocalGradient, known: SourceAnalysis
) -> Iterator[RewriteOffer]:
    """Offer this operand in place of a target; then with a sum in place of what the target was set to."""
    places = [target, *_read_again(local, target)]
    changes = tuple(replaced(place, operand) for place in places)
    yield local.offer("recipient", *changes, operand=index)
    if isinstance(local.at, ast.Assign) and text(target) not in local.operands and not places[1:]:
        there = expression(f"{operand}.{known.grad}", target)
        added = wrapped(local.at.value, partial(_sum_with, there))
        yield local.offer("recipient", *changes, added, operand=index)


def _sum_with(there: ast.expr, now: ast.expr) -> ast.expr:
    """Return the sum with what is there: a statement that wrote to no operand may have meant `+=` as well."""
    return ast.BinOp(there, ast.Add(), now)


def _read_again(local: LocalGradient, target: ast.expr) -> Iterator[ast.expr]:
    """Yield the target where it is read to be added to: `x.grad = x.grad + ...`."""
    match local.at:
        case ast.Assign([own, *_], ast.BinOp(left, ast.Add() | ast.Sub(), right)):
            for side in (left, right):
                if isinstance(side, ast.Attribute) and text(side) == text(own):
                    yield side.value if text(side.value) == text(target) else side


def _operand_of_pair(local: LocalGradient) -> ast.expr | None:
    """Return the operand that is in a pair, mostly in front of what it is given."""
    match local.at:
        case ast.Tuple([first, *others]) | ast.List([first, *others]):
            return others[0] if first is local.value and others else first
        case ast.Call(args=[operand, *_]) if local.target is None:
            return operand
    return None


def _said_once(local_gradients: list[LocalGradient], known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to remove a second one of the same local gradients, or to halve one that is doubled."""
    seen: set[tuple[str, tuple[ast.AST, str]]] = set()
    for local in local_gradients:
        said = ast.unparse(local.at)
        blocks = [
            known.tree.up[node] for node in (local.at, *known.tree.above(local.at)) if node in known.tree.up
        ]
        # What stands in another branch runs instead of it, not before it.
        is_again = any((said, block) in seen for block in blocks)
        if is_again and (place := _removable(local, known)) is not None:
            yield local.offer("once", replaced(place))
        if not isinstance(local.at, ast.expr) or local.at is not local.value:
            seen.add((said, known.tree.up[known.tree.statement(local.at)]))
        for node in whole(local.value):
            if (single := _halved(node)) is not None:
                yield local.offer("once", replaced(node, single))


def _removable(local: LocalGradient, known: SourceAnalysis) -> ast.AST | None:
    """Return what can be taken out with a local gradient: its statement, or its element."""
    if isinstance(local.at, ast.stmt):
        return local.at
    parent, name = known.tree.up[local.at]
    if isinstance(parent, ast.Expr):
        return parent
    return local.at if name in ("elts", "args") else None


def _halved(node: ast.AST) -> ast.expr | None:
    """Return the part that `x + x`, `2 * x` or `x * 2` doubles."""
    match node:
        case ast.BinOp(left, ast.Add(), right) if ast.dump(left) == ast.dump(right):
            return left
        case ast.BinOp(ast.Constant(2), ast.Mult(), single) | ast.BinOp(single, ast.Mult(), ast.Constant(2)):
            return single
    return None


def _missing_contribution(
    local_gradients: list[LocalGradient], known: SourceAnalysis
) -> Iterator[RewriteOffer]:
    """Offer a contribution for an operand that is handed nothing while the other is."""
    receivers = {local.operand for local in local_gradients}
    if receivers not in ({0}, {1}):
        return
    local, (index,) = local_gradients[-1], {0, 1} - receivers
    is_linear = local.operation is not None and PRIMITIVES[local.operation].is_linear
    # A missing contribution can be written only if its derivative can, in the names that the other one uses.
    if local.operation == "**" or not (local.is_of_two or is_linear):
        return
    other = local._replace(operand=index, target=None, is_subtracted=False)
    for derivative in derivatives(other, known):
        if (value := with_upstream(derivative, other)) is not None:
            yield from _contribution(local, other, value, known)


def _contribution(
    local: LocalGradient, other: LocalGradient, value: str, known: SourceAnalysis
) -> Iterator[RewriteOffer]:
    """Offer this contribution, in the form of its neighbour."""
    operand = dict(enumerate(local.operands)).get(other.operand or 0)
    _, field = known.tree.up[local.at]
    # The new contribution has the form of its neighbour: a statement, an element, a pair.
    match local.at:
        case (ast.Assign() | ast.AugAssign()) as neighbour if operand is not None:
            where = known.tree.nearest(neighbour, ast.FunctionDef) or neighbour
            change = after(neighbour, f"{operand}.{known.grad} += {value}")
            yield RewriteOffer("contribute", where, (change,), local.operation, other.operand)
        case neighbour if neighbour is local.value and field == "elts":
            new = expression(value, neighbour)
            yield other.offer("contribute", replaced(neighbour, neighbour, new))
            yield other.offer("contribute", replaced(neighbour, new, neighbour))
        case (ast.Tuple() | ast.List()) as pair if operand and field in ("elts", "args"):
            written = f"({value}, {operand})" if pair.elts[0] is local.value else f"({operand}, {value})"
            yield other.offer("contribute", replaced(pair, pair, written))

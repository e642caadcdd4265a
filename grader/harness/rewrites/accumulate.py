"""Offers to add to a gradient that is replaced, or left as it is: `=` becomes `+=`."""

import ast
from collections.abc import Iterator
from functools import partial

from ..repair.edit import RewriteOffer, replaced, wrapped
from ..repair.known import SourceAnalysis
from ..repair.syntax import LOOPS, assigned, called, copy, expression, last_name, text, texts_in, whole

_LISTS = (ast.List, ast.ListComp, ast.BinOp)
_OUTERMOST = 2
"""A sum stands around a contribution that another edit mends."""
_FIRST = "first only"
_ARRAYS = ("list", "array", "zeros", "zeros_like", "full", "empty")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to add, at every plain assignment to a gradient of something that is no number."""
    for function in known.functions:
        for node in whole(function) if function.name != "__init__" else ():
            for offer in (*_additions(node, known), *_additions_of_all(node, known)):
                yield offer._replace(group="accumulate")


def _additions(node: ast.AST, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to add in place of an assignment to a gradient or to an entry of a table of gradients."""
    match node:
        case ast.Assign(targets=[ast.Subscript() as entry]) if not known.is_gradient(entry):
            yield from _addition_to_entry(entry, node, known)
        case ast.Assign(targets=[target], value=value) if known.is_gradient(target):
            kept = _kept_beside(value, target)
            if kept is None:
                yield from _addition_to_gradient(target, node, known)
            elif not _is_constant(kept):
                total = _added_to(text(target), kept, may_be_none=known.starts_as_none)
                yield known.offer("accumulate", node, replaced(value, total), detail=_FIRST)


def _additions_of_all(node: ast.AST, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to add each contribution where a statement keeps the first and drops all others."""
    match node:
        case ast.If(test, [ast.Assign([target], contribution) as store], []) | ast.If(
            test, [ast.AugAssign(target, ast.Add(), contribution) as store], []
        ) if known.is_gradient(target):
            if _mentions(test, target) and not _is_constant(contribution):
                added = ast.unparse(_added_to(text(target), contribution, may_be_none=known.starts_as_none))
                change = replaced(node, f"{text(target)} = {added}")
                yield known.offer("accumulate", store, change, detail=_FIRST)._replace(at=node)
        case ast.If(body=[ast.Continue() | ast.Return(None)], orelse=[]) if _ends_a_path(node, known):
            yield known.offer("accumulate", node, replaced(node), detail=_FIRST)
        case ast.Expr(ast.Call(ast.Attribute(table, "setdefault"), [key, contribution])):
            if not _is_constant(contribution):
                there = f"{text(table)}.get({text(key)}, 0.0)"
                added = ast.unparse(_added_to(there, contribution))
                change = replaced(node, f"{text(table)}[{text(key)}] = {added}")
                yield known.offer("accumulate", node, change, detail=_FIRST)


def _ends_a_path(guard: ast.If, known: SourceAnalysis) -> bool:
    """Whether a walk that carries a contribution along each path ends at a node that it has met before."""
    block, position = known.tree.block(guard)
    return any(
        isinstance(each, ast.AugAssign)
        and isinstance(each.target, ast.Attribute)
        and known.is_gradient(each.target)
        and isinstance(each.value, ast.Name)
        and text(each.target.value) in texts_in(guard.test)
        for each in block[position + 1 :]
    )


def _addition_to_gradient(
    target: ast.expr, node: ast.Assign, known: SourceAnalysis
) -> Iterator[RewriteOffer]:
    """Offer to add where a gradient is replaced by a contribution."""
    is_reset = _is_constant(node.value) and not _is_contribution(node, target, known)
    is_first = _is_beside_addition(node, target, known)
    contribution = None if is_reset or is_first else _replacing_value(node.value, target)
    if contribution is not None:
        may_be_none = known.starts_as_none and contribution is node.value
        total = partial(_added_to, _read(target, known), may_be_none=may_be_none)
        yield known.offer("accumulate", node, wrapped(contribution, total, around=_OUTERMOST))


def _read(target: ast.expr, known: SourceAnalysis) -> str:
    """Return how a gradient is read before it is replaced, also where there may be none yet."""
    if isinstance(target, ast.Attribute) and known.starts_without:
        return f"getattr({text(target.value)}, {target.attr!r}, 0.0)"
    return text(target)


def _addition_to_entry(
    entry: ast.Subscript, node: ast.Assign, known: SourceAnalysis
) -> Iterator[RewriteOffer]:
    """Offer to add where a rule or a loop of the pass puts an entry in without a look at what is there."""
    getter = f"{text(entry.value)}.get"
    is_of_pass = known.tree.nearest(node, LOOPS) is not None or last_name(entry.value) == known.grad_table
    is_read = not texts_in(node.value).isdisjoint((text(entry), getter))
    is_first = _is_beside_addition(node, entry, known)
    if is_of_pass and not (is_read or is_first or _is_constant(node.value)):
        is_list = _has_all_entries(entry.value, known)
        there = text(entry) if is_list else f"{getter}({text(entry.slice)}, 0.0)"
        total = partial(_added_to, there)
        yield RewriteOffer("accumulate", node, (wrapped(node.value, total, around=_OUTERMOST),))


def _is_beside_addition(node: ast.Assign, target: ast.expr, known: SourceAnalysis) -> bool:
    """Whether an `if` asks what is there, and its other branch adds to it: here nothing can be replaced."""
    parent, _ = known.tree.up[node]
    place = target.value if isinstance(target, ast.Subscript) else target
    return (
        isinstance(parent, ast.If)
        and _mentions(parent.test, place)
        and any(
            isinstance(each, ast.AugAssign) and text(each.target) == text(target)
            for each in _other_branch(node, known)
        )
    )


def _other_branch(node: ast.stmt, known: SourceAnalysis) -> list[ast.stmt]:
    """Return the statements of the other branch, where a statement is in one of an `if`."""
    parent, field = known.tree.up[node]
    return (parent.orelse if field == "body" else parent.body) if isinstance(parent, ast.If) else []


def _is_contribution(node: ast.Assign, target: ast.expr, known: SourceAnalysis) -> bool:
    """Whether a rule stores a number as an operand's contribution, or 0 where its other branch stores one."""
    if any(local.at is node for local in known.local_gradients.all):
        return True
    other = _other_branch(node, known)
    stores = [each for each in other if isinstance(each, ast.Assign) and not _is_constant(each.value)]
    return any(text(each.targets[0]) == text(target) for each in stores)


def _kept_beside(value: ast.expr, target: ast.expr) -> ast.expr | None:
    """Return what is stored only where no gradient is there: `g` in `x.grad or g`."""
    own = text(target)
    match value:
        case ast.BoolOp(ast.Or(), [there, contribution]) if text(there) == own:
            return contribution
        case ast.IfExp(test, there, contribution) if text(there) == own and _mentions(test, target):
            return contribution
        case ast.IfExp(test, contribution, there) if text(there) == own and _mentions(test, target):
            return contribution
    return None


def _replacing_value(value: ast.expr, target: ast.expr) -> ast.expr | None:
    """Return the value that replaces the gradient; None where the gradient is added to it, or used otherwise.

    Of `b if x.grad is not None else a` it is the branch that finds a gradient.
    """
    if not _mentions(value, target):
        return value
    if not isinstance(value, ast.IfExp) or _mentions(value.body, target) or _mentions(value.orelse, target):
        return None
    match value.test:
        case ast.Compare(ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return value.body
        case ast.Compare(ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
            return value.orelse
    return None


def _added_to(there: str, contribution: ast.expr, *, may_be_none: bool = False) -> ast.expr:
    """Return the sum of a contribution and what is there, if anything is."""
    total = ast.BinOp(expression(there, contribution), ast.Add(), contribution)
    if not may_be_none:
        return total
    return ast.IfExp(expression(f"{there} is None", contribution), copy(contribution), total)


def _has_all_entries(container: ast.expr, known: SourceAnalysis) -> bool:
    """Whether a container is a list or an array, with a number at each place from the beginning."""
    return any(
        last_name(target) == last_name(container) and (isinstance(value, _LISTS) or called(value) in _ARRAYS)
        for node in known.tree.up
        for target, value in assigned(node)
    )


def _mentions(value: ast.expr, target: ast.expr) -> bool:
    """Whether the target is read in a value."""
    return any(isinstance(node, ast.expr) and text(node) == text(target) for node in whole(value))


def _is_constant(value: ast.expr) -> bool:
    """Whether a value is a seed or a reset, not a contribution: a number, `np.zeros_like(...)`."""
    return isinstance(value, ast.Constant) or any(
        called(node).startswith(("zeros", "ones")) for node in whole(value)
    )

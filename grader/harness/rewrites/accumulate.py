"""A gradient that is replaced, or left as it is, is added to instead: `=` becomes `+=`."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced, wrapped
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import assigned, called, copy, inside, last_name, statements, text, texts_in, whole

_LISTS = (ast.List, ast.ListComp, ast.BinOp)
_ARRAYS = ("list", "array", "zeros", "zeros_like", "full", "empty")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Every plain assignment to a gradient of something that is not a number written out."""
    for function in known.functions:
        if function.name != "__init__":
            for node in inside(function):
                if isinstance(node, ast.Assign):
                    yield from _of(node, known)
                elif isinstance(node, ast.If):
                    yield from _first_only(node, known)


def _of(node: ast.Assign, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    target = node.targets[0]
    if len(node.targets) != 1 or _is_constant(node.value):
        return
    if isinstance(target, ast.Subscript) and not known.is_gradient(target):
        if _is_sum(target, node, known):
            is_list = _is_list(target.value, known)
            change = wrapped(node.value, lambda now: _added_in(target, now, is_list=is_list))
            yield RewriteOffer("accumulate", node, (change,), group="accumulate")
    elif known.is_gradient(target) and (share := _share(node.value, target)) is not None:
        operation = known.attribution.operation(node)
        may_be_none = known.starts_as_none and share is node.value
        change = wrapped(share, lambda now: _sum(target, now, may_be_none=may_be_none))
        yield RewriteOffer("accumulate", node, (change,), operation, group="accumulate")


def _first_only(branch: ast.If, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """`if x.grad == 0: x.grad = share`, which keeps the first share and drops all others."""
    match branch:
        case ast.If(test=test, body=[ast.Assign(targets=[target], value=share) as assigned], orelse=[]):
            if known.is_gradient(target) and _mentions(test, target) and not _is_constant(share):
                operation = known.attribution.operation(assigned)
                total = _sum(target, copy(share), may_be_none=known.starts_as_none)
                change = replaced(branch, *statements(f"{text(target)} = {ast.unparse(total)}", branch))
                yield RewriteOffer("accumulate", branch, (change,), operation, group="accumulate")


def _share(value: ast.expr, target: ast.expr) -> ast.expr | None:
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


def _sum(target: ast.expr, share: ast.expr, *, may_be_none: bool) -> ast.expr:
    """The share added to what is there, if anything is."""
    there = _load(target)
    total = ast.BinOp(there, ast.Add(), share)
    if not may_be_none:
        return total
    is_none = ast.Compare(_load(target), [ast.Is()], [ast.Constant(None)])
    return ast.IfExp(is_none, copy(share), total)


def _is_sum(target: ast.Subscript, node: ast.Assign, known: SourceAnalysis) -> bool:
    """Whether entries are put in by rules, or in a loop of the pass, without a look at what is there."""
    loop = known.tree.nearest(node, (ast.For, ast.While))
    read = texts_in(node.value)
    is_of_pass = loop is not None or last_name(target.value) == known.grad_table
    return is_of_pass and text(target) not in read and f"{text(target.value)}.get" not in read


def _is_list(container: ast.expr, known: SourceAnalysis) -> bool:
    """Whether it is made as a list or an array, which has a number at each place from the beginning."""
    return any(
        last_name(target) == last_name(container) and (isinstance(value, _LISTS) or called(value) in _ARRAYS)
        for node in known.tree.up
        for target, value in assigned(node)
    )


def _added_in(target: ast.Subscript, value: ast.expr, *, is_list: bool) -> ast.expr:
    there = text(target) if is_list else f"{text(target.value)}.get({text(target.slice)}, 0.0)"
    return ast.BinOp(ast.parse(there, mode="eval").body, ast.Add(), value)


def _load(target: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(target), mode="eval").body


def _mentions(value: ast.expr, target: ast.expr) -> bool:
    text = ast.dump(_load(target))
    return any(isinstance(node, ast.expr) and ast.dump(node) == text for node in whole(value))


def _is_constant(value: ast.expr) -> bool:
    """A seed or a reset, not a share: a number, `np.zeros_like(...)`."""
    calls = [node.func for node in whole(value) if isinstance(node, ast.Call)]
    names = [call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "") for call in calls]
    return isinstance(value, ast.Constant) or any(name.startswith(("zeros", "ones")) for name in names)

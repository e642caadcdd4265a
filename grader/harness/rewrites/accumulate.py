"""A gradient that is replaced is added to instead: `=` becomes `+=`."""

import ast
from collections.abc import Iterator

from ..repair.edit import wrapped
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import copy, inside, text, texts_in, whole


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Every plain assignment to a gradient of something that is not a number written out."""
    for function in known.functions:
        if function.name != "__init__":
            for node in inside(function):
                if isinstance(node, ast.Assign):
                    yield from _of(node, known)


def _of(node: ast.Assign, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    target = node.targets[0]
    if len(node.targets) != 1 or _is_constant(node.value):
        return
    if isinstance(target, ast.Subscript) and _is_sum(target, node, known):
        change = wrapped(node.value, lambda now: _added_in(target, now))
        yield RewriteOffer("accumulate", node, (change,), group="accumulate")
    elif known.is_gradient(target) and not _mentions(node.value, target):
        operation = known.attribution.operation(node)
        change = wrapped(node.value, lambda now: ast.BinOp(copy(_load(target)), ast.Add(), now))
        yield RewriteOffer("accumulate", node, (change,), operation, group="accumulate")


def _is_sum(target: ast.Subscript, node: ast.Assign, known: SourceAnalysis) -> bool:
    """Whether a dict is filled in a loop of the pass, entry by entry, and does not look at what is there."""
    loop = known.tree.nearest(node, (ast.For, ast.While))
    read = texts_in(node.value)
    return loop is not None and text(target) not in read and f"{text(target.value)}.get" not in read


def _added_in(target: ast.Subscript, value: ast.expr) -> ast.expr:
    there = f"{text(target.value)}.get({text(target.slice)}, 0.0)"
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

"""Offers an array of its own to each node, where adding in place to one gradient adds to two."""

import ast
from collections.abc import Iterator

from ..repair.edit import RewriteOffer, replaced
from ..repair.known import SourceAnalysis
from ..repair.syntax import copy, found, inside, text


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to add not in place, where gradients are arrays that other nodes may hold too."""
    for each in _additions_in_place(known) if _has_arrays(known) else ():
        yield known.offer("unshare", each, replaced(each, _as_assignment(each)))._replace(group="unshare")


def _additions_in_place(known: SourceAnalysis) -> Iterator[ast.AugAssign]:
    """Yield the statements that add to a gradient in place."""
    for function in known.functions:
        for node in inside(function):
            if isinstance(node, ast.AugAssign) and (
                known.is_gradient(node.target) or _container(node.target) in _tables(function)
            ):
                yield node


def _tables(function: ast.FunctionDef) -> set[str]:
    """Return the containers in which a loop of a function puts what another function has made."""
    return {
        _container(node.targets[0])
        for loop in found(function, ast.For, ast.While)
        for node in inside(loop)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)
    } - {""}


def _container(target: ast.expr) -> str:
    """Return the container of an entry; empty for anything else."""
    return text(target.value) if isinstance(target, ast.Subscript) else ""


def _has_arrays(known: SourceAnalysis) -> bool:
    """Whether numpy is there and some gradient is replaced by another."""
    names = known.value_class.module.__dict__
    return any(hasattr(names.get(each), "ndarray") for each in ("np", "numpy")) and any(
        _tables(function) or any(_hands_over_array(node, known) for node in inside(function))
        for function in known.functions
    )


def _hands_over_array(node: ast.AST, known: SourceAnalysis) -> bool:
    """Whether a gradient becomes the one of something else."""
    if not isinstance(node, ast.Assign) or not known.is_gradient(node.targets[0]):
        return False
    return isinstance(node.value, ast.Name | ast.Attribute) and text(node.value) != "None"


def _as_assignment(node: ast.AugAssign) -> ast.Assign:
    """Return `x.grad += g` as `x.grad = x.grad + g`."""
    read = copy(node.target)
    return ast.copy_location(ast.Assign([node.target], ast.BinOp(read, node.op, node.value)), node)

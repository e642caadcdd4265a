"""Offers an array of its own to each node, where adding in place to one gradient adds to two."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import operations
from ..repair.syntax import copy, inside, text


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to add not in place, where gradients are arrays that other nodes may hold too."""
    statements = list(_additions_in_place(known)) if _has_arrays(known) else []
    if statements:
        of_operations = {node for operation in operations(known) for node in operation.nodes}
        at = next((each for each in statements if each in of_operations), statements[0])
        changes = tuple(replaced(each, _as_assignment(each)) for each in statements)
        yield RewriteOffer("unshare", at, changes, known.attribution.operation(at))


def _additions_in_place(known: SourceAnalysis) -> Iterator[ast.AugAssign]:
    """Yield the statements that add to a gradient in place."""
    for function in known.functions:
        for node in inside(function):
            if isinstance(node, ast.AugAssign) and known.is_gradient(node.target):
                yield node


def _has_arrays(known: SourceAnalysis) -> bool:
    """Whether numpy is there and some gradient is replaced by another."""
    names = known.value_class.module.__dict__
    return any(hasattr(names.get(each), "ndarray") for each in ("np", "numpy")) and any(
        _hands_over_array(node, known) for function in known.functions for node in inside(function)
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

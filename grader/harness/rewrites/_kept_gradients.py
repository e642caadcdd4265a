"""Tells whether a pass keeps gradients beside the nodes, in a dict or a list."""

import ast

from ..repair.syntax import inside, targets_of
from ._traversal import Traversal


def are_beside_nodes(passes: Traversal) -> bool:
    """Whether the pass adds to entries of a dict or a list, and not to gradients of nodes as well."""
    adding = filter(passes.adds_gradient, passes.nodes)
    return any(map(_is_entry, adding)) and not _are_in_nodes_too(passes)


def _is_entry(statement: ast.AST) -> bool:
    """Whether a statement sets an entry of what has a name."""
    targets = targets_of(statement)
    return any(isinstance(each, ast.Subscript) and isinstance(each.value, ast.Name) for each in targets)


def _are_in_nodes_too(passes: Traversal) -> bool:
    """Whether a loop that adds to such entries adds to gradients of nodes too."""
    for loop in passes.loops:
        adding = [node for node in inside(loop) if passes.adds_gradient(node)]
        adding = [node for node in adding if not isinstance(getattr(node, "value", None), ast.Name)]
        of_nodes = [any(map(passes.is_gradient, targets_of(node))) for node in adding]
        if any(of_nodes) and not all(of_nodes):
            return True
    return False

"""A neuron, layer or network leaves the data of its nodes as it is while it computes."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import found
from ._units import units


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to leave out, in each method that computes an output, what gives a node another number."""
    for unit in units(known):
        for method in unit.computing:
            stores = [node for node in found(method, ast.Assign, ast.AugAssign) if _changes(node, known)]
            if stores:
                yield RewriteOffer("network-unchanged", stores[0], tuple(map(replaced, stores)))


def _changes(node: ast.stmt, known: SourceAnalysis) -> bool:
    """Whether a statement assigns to the data of a node."""
    match node:
        case ast.Assign(targets):
            return any(map(known.is_data, targets))
        case ast.AugAssign(target):
            return known.is_data(target)
    return False

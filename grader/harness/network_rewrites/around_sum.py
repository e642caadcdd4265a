"""The function at the end of a neuron is applied to its whole sum, and not to a part of it."""

import ast
from collections.abc import Iterator

from ..network.names import FUNCTIONS, plain
from ..repair.edit import HERE, replaced, wrapped
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import inside
from ._units import returns, units


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to take a function from a part of the sum and to put it around what is returned."""
    for unit in units(known):
        for method in unit.computing:
            for node in inside(method):
                match node:
                    case ast.Call(ast.Attribute(part, name), []) if plain(name) in FUNCTIONS:
                        around = [
                            wrapped(each.value, f"({HERE}).{name}()")
                            for each in returns(method)
                            if each.value is not None and each.value is not node
                        ]
                        if around:
                            yield RewriteOffer("around-sum", node, (replaced(node, part), *around))

"""A function stands once at the end of a neuron."""

import ast
from collections.abc import Iterator

from ..network.names import FUNCTIONS, plain
from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import inside
from ._units import units


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer what each function is applied to in its place, in the methods of a network: `z` of `z.tanh()`."""
    for unit in units(known):
        for method in unit.methods:
            for node in inside(method):
                match node:
                    case ast.Call(ast.Attribute(part, name), []) | ast.Call(ast.Name(name), [part]) if (
                        plain(name) in FUNCTIONS
                    ):
                        yield RewriteOffer("function-once", node, (replaced(node, part),))

"""A function stands at the end of a neuron: `tanh` of what it returns."""

from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import expression, text
from ._units import returns, units

_NAME = "nonlinearity"


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer `tanh` of each result of a method that computes a weighted sum."""
    for unit in units(known):
        for method in unit.computing:
            for node in returns(method):
                assert node.value is not None
                new = expression(f"({text(node.value)}).tanh()", node)
                yield RewriteOffer(_NAME, node, (replaced(node.value, new),))

"""The method that was meant as the constructor of a neuron, a layer or a network has its name."""

from collections.abc import Iterator

from ..loading.constructor import misnamed_constructor
from ..repair.edit import with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ._units import units


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the name `__init__` in each class that has none of that name: of `_init_`, or `__int__`."""
    for unit in units(known):
        method = misnamed_constructor(unit.definition, may_inherit=True)
        if method is not None:
            change = with_field(method, "name", "__init__")
            yield RewriteOffer("rename", method, (change,))

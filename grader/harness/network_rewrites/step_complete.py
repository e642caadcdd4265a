"""A step moves every parameter: the loop over what a class keeps takes what it leaves out."""

import ast
from collections.abc import Iterator

from ..network.names import STEPS, plain
from ..repair.edit import HERE, wrapped
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import inside, text
from ._units import own_name, units


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to let a loop over an attribute take each other one too, as one parameter or several."""
    for unit in units(known):
        for method in unit.methods:
            if not STEPS.search(plain(method.name)):
                continue
            own = f"{own_name(method)}."
            for node in inside(method):
                if not isinstance(node, ast.For) or not text(node.iter).startswith(own):
                    continue
                for name in unit.unread_in(method):
                    for entry in (name, f"*{name}"):
                        change = wrapped(node.iter, f"[*({HERE}), {entry}]")
                        yield RewriteOffer("step-complete", node, (change,))

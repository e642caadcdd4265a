"""Offers brackets around a node that is added to a list of parameters: Python adds only lists to lists."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import inside, text
from ._units import units


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer brackets around each name that `parameters()` adds: `self.w + self.b`, `listed += w`."""
    for unit in units(known):
        for method in unit.listing:
            for added in inside(method):
                for node in _added(added):
                    if isinstance(node, ast.Name | ast.Attribute):
                        bracketed = replaced(node, f"[{text(node)}]")
                        yield RewriteOffer("node-in-list", added, (bracketed,))


def _added(node: ast.AST) -> list[ast.expr]:
    """Return what a sum adds."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return [left, right]
        case ast.AugAssign(op=ast.Add(), value=value):
            return [value]
    return []

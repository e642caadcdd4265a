"""A function stands at the end of a hidden neuron: `tanh` of what it returns, or the other layers have it."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, expression, found, text
from ._units import returns, units

_NAME = "nonlinearity"
_NEGATED: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Eq: ast.NotEq(), ast.NotEq: ast.Eq(), ast.Lt: ast.GtE(), ast.GtE: ast.Lt(), ast.Gt: ast.LtE(),
    ast.LtE: ast.Gt(), ast.Is: ast.IsNot(), ast.IsNot: ast.Is(),
}  # fmt: skip


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer `tanh` of each result of a method that computes a weighted sum, and each condition negated."""
    for unit in units(known):
        for method in unit.computing:
            for node in returns(method):
                assert node.value is not None
                new = expression(f"({text(node.value)}).tanh()", node)
                yield RewriteOffer(_NAME, node, (replaced(node.value, new),))
        for method in unit.methods:
            for at, change in _negated(method):
                yield RewriteOffer(_NAME, at, (change,), detail="negated")


def _negated(method: Definition) -> Iterator[tuple[ast.AST, Change]]:
    """Yield each comparison with the change that makes it true where it was false."""
    for node in found(method, ast.Compare):
        match node:
            case ast.Compare(ops=[operator]) if type(operator) in _NEGATED:
                yield node, with_field(node, "ops", [_NEGATED[type(operator)]])

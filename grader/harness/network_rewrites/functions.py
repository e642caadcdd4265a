"""A function stands once, at the end of a hidden neuron, around its whole sum."""

import ast
from collections.abc import Iterator

from ..network.names import FUNCTIONS, plain
from ..repair.edit import HERE, Change, RewriteOffer, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.syntax import Definition, expression, found, inside, text
from ._units import returns, units

_NONLINEARITY = "nonlinearity"
_NEGATED: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Eq: ast.NotEq(), ast.NotEq: ast.Eq(), ast.Lt: ast.GtE(), ast.GtE: ast.Lt(), ast.Gt: ast.LtE(),
    ast.LtE: ast.Gt(), ast.Is: ast.IsNot(), ast.IsNot: ast.Is(),
}  # fmt: skip


def offers_at_the_end(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer `tanh` of each result of a method that computes a weighted sum, and each condition negated."""
    for unit in units(known):
        for method in unit.computing:
            for node in returns(method):
                assert node.value is not None
                new = expression(f"({text(node.value)}).tanh()", node)
                yield RewriteOffer(_NONLINEARITY, node, (replaced(node.value, new),))
        for method in unit.methods:
            for at, change in _negated(method):
                yield RewriteOffer(_NONLINEARITY, at, (change,), detail="negated")


def _negated(method: Definition) -> Iterator[tuple[ast.AST, Change]]:
    """Yield each comparison with the change that makes it true where it was false."""
    for node in found(method, ast.Compare):
        match node:
            case ast.Compare(ops=[operator]) if type(operator) in _NEGATED:
                yield node, with_field(node, "ops", [_NEGATED[type(operator)]])


def offers_around_the_sum(known: SourceAnalysis) -> Iterator[RewriteOffer]:
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


def offers_once(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer what each function is applied to in its place, in the methods of a network: `z` of `z.tanh()`."""
    for unit in units(known):
        for method in unit.methods:
            for node in inside(method):
                match node:
                    case ast.Call(ast.Attribute(part, name), []) | ast.Call(ast.Name(name), [part]) if (
                        plain(name) in FUNCTIONS
                    ):
                        yield RewriteOffer("function-once", node, (replaced(node, part),))

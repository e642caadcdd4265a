"""A neuron, layer, network or loss returns what it computed."""

import ast
from collections.abc import Iterator

from ..repair.edit import ending, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, inside, text
from ._units import functions


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to return what the last line computes, or a name that is assigned, where nothing is returned."""
    for function in functions(known):
        if function.name == "__init__" or any(
            isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) for node in inside(function)
        ):
            continue
        last = function.body[-1]
        if isinstance(last, ast.Expr) and not isinstance(last.value, ast.Constant):
            change = replaced(last, f"return {text(last.value)}")
            yield RewriteOffer("network-returned", last, (change,))
        for name in _assigned(function):
            yield RewriteOffer("network-returned", _last_line(last), (ending(last, f"return {name}"),))


def _last_line(statement: ast.stmt) -> ast.stmt:
    """Return the statement, or the last one in it: behind that the `return` is missing."""
    while isinstance(statement, ast.For | ast.While | ast.With | ast.If):
        statement = statement.body[-1]
    return statement


def _assigned(function: Definition) -> dict[str, None]:
    """Return the names that a function assigns, the last one first."""
    names = (node for node in reversed(inside(function)) if isinstance(node, ast.Name))
    return dict.fromkeys(name.id for name in names if isinstance(name.ctx, ast.Store))

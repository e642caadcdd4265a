"""Offers to bind a variable that has changed by the time a rule runs: a global, or one of a loop."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, RewriteOffer, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.operation import operations
from ..repair.syntax import FUNCTIONS, found, inside, names_bound, names_stored, whole


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to take out `global` in operations and helpers, and to bind the variables of loops."""
    of_operations = {operation.function: operation.sign for operation in operations(known)}
    for function in known.functions:
        sign = of_operations.get(function)
        for node in inside(function) if sign or _makes_functions(function) else ():
            if isinstance(node, ast.Global | ast.Nonlocal):
                yield RewriteOffer("bind", node, (replaced(node),), sign, detail="global")
    for loop in _loops(known):
        yield from _bound_in_loop(loop, known)


def _loops(known: SourceAnalysis) -> Iterator[ast.For]:
    """Yield the loops of functions and of the module, which may make methods: `setattr(Value, name, f)`."""
    places = (*known.functions, *(loop for loop in known.top_level if isinstance(loop, ast.For)))
    yield from (node for place in places for node in whole(place) if isinstance(node, ast.For))


def _makes_functions(function: ast.FunctionDef) -> bool:
    """Whether a function defines another."""
    return any(isinstance(node, FUNCTIONS) for node in inside(function) if node is not function)


def _bound_in_loop(loop: ast.For, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to bind what functions in a loop read and the loop changes."""
    changed = names_stored(loop)
    for node in inside(loop):
        if isinstance(node, FUNCTIONS) and not isinstance(node, ast.AsyncFunctionDef):
            names = sorted(_names_read(node) & changed)
            if names:
                statement = known.tree.statement(node)
                yield RewriteOffer(
                    "bind",
                    statement,
                    (_with_defaults(node, names),),
                    known.attribution.operation(node),
                    detail="loop",
                )


def _names_read(function: ast.FunctionDef | ast.Lambda) -> set[str]:
    """Return the names that a function reads and does not make."""
    return {node.id for node in found(function, ast.Name)} - names_bound(function)


def _with_defaults(function: ast.FunctionDef | ast.Lambda, names: list[str]) -> Change:
    """Return the change to a parameter more for each name, which has its present value."""
    arguments = function.args
    more = [ast.arg(name) for name in names]
    values: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
    fields = {name: getattr(arguments, name) for name in arguments._fields}
    fields |= {"kwonlyargs": [*arguments.kwonlyargs, *more], "kw_defaults": [*arguments.kw_defaults, *values]}
    return with_field(function, "args", ast.arguments(**fields))

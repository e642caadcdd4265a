"""Offers what lets a network run: parentheses of a call, nodes, a constructor, a result that is returned."""

import ast
from collections.abc import Iterator

from ..loading.constructor import misnamed_constructor
from ..repair.edit import RewriteOffer, ending, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.syntax import Definition, inside, text
from ._units import functions, units

_FUNCTIONS = ("tanh", "relu", "sigmoid", "exp", "log")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to call each function of a node that is only named, and to make a node of each number."""
    for unit in units(known):
        for method in unit.methods:
            for node in inside(method):
                yield from _called(node, known)
                yield from _made(node, known)


def _called(node: ast.AST, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the parentheses behind the name of a function: `z.tanh`."""
    if isinstance(node, ast.Attribute) and node.attr.lower() in _FUNCTIONS and not _is_called(node, known):
        change = replaced(node, f"{text(node)}()")
        yield RewriteOffer("network-called", node, (change,))


def _made(node: ast.AST, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a node for each number, in place of one node of them all: `[Value(x for x in xs)]`."""
    match node:
        case ast.List([ast.Call(name, [ast.GeneratorExp(each, loops)])]) if text(name) == known.class_name:
            nodes = ast.ListComp(ast.Call(name, [each], []), loops)
            yield RewriteOffer("network-nodes-made", node, (replaced(node, ast.copy_location(nodes, node)),))


def _is_called(node: ast.Attribute, known: SourceAnalysis) -> bool:
    """Whether an attribute is called where it stands, or is that of the class, as `Value.tanh`."""
    parent, _ = known.tree.up[node]
    return (isinstance(parent, ast.Call) and parent.func is node) or text(node.value) == known.class_name


def offers_of_constructors(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the name `__init__` in each class that has none of that name: of `_init_`, or `__int__`."""
    for unit in units(known):
        method = misnamed_constructor(unit.definition, may_inherit=True)
        if method is not None:
            change = with_field(method, "name", "__init__")
            yield RewriteOffer("rename", method, (change,))


def offers_returned(known: SourceAnalysis) -> Iterator[RewriteOffer]:
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

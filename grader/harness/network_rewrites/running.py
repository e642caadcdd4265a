"""Offers what lets a network run: the parentheses of a call, a node for each number, a constructor."""

import ast
from collections.abc import Iterator

from ..loading.constructor import misnamed_constructor
from ..repair.edit import replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import inside, text
from ._units import units

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

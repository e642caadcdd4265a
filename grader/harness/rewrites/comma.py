"""Offers the comma of `(slope,)` where one thing stands alone and its neighbours have a tuple or a list."""

import ast
from collections.abc import Iterator

from ..repair.edit import RewriteOffer, replaced
from ..repair.known import SourceAnalysis
from ..repair.syntax import parameters_of, text

_FEWEST = 2
"""Tuples and lists at one kind of place, from which on what stands alone there is odd."""
_ALONE = ast.BinOp | ast.UnaryOp | ast.Attribute | ast.Name | ast.Constant | ast.IfExp
"""Expressions that hold a number or a node as far as one can see, and are no sequence by another name."""
_Role = tuple[str, ...]


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a tuple or list where similar functions return one, or similar calls are given one."""
    roles: dict[_Role, list[ast.expr]] = {}
    for node in known.nodes(ast.Return, ast.Call):
        for role, given in _by_role(node, known):
            roles.setdefault(role, []).append(given)
    for alike in roles.values():
        usual = [each for each in alike if isinstance(each, ast.Tuple | ast.List) and each.elts]
        if len(usual) >= _FEWEST:
            for odd in alike:
                if isinstance(odd, _ALONE):
                    yield known.offer("comma", odd, replaced(odd, type(usual[0])([odd], ast.Load())))


def _by_role(node: ast.AST, known: SourceAnalysis) -> Iterator[tuple[_Role, ast.expr]]:
    """Yield the expressions that a node holds, each with what its place is for."""
    if isinstance(node, ast.Return) and node.value is not None:
        function = known.tree.nearest(node, ast.FunctionDef)
        if isinstance(function, ast.FunctionDef):
            yield ("returned", *_purpose(function, known)), node.value
    elif isinstance(node, ast.Call):
        for position, argument in enumerate(node.args):
            place = text(node.func), str(position)
            if isinstance(argument, ast.Lambda):
                yield ("given back", *place), argument.body
            else:
                yield ("given", *place), argument
        # Each operation may make a node of its own class, which has the parameter of all.
        yield from (((keyword.arg or "",), keyword.value) for keyword in node.keywords)


def _purpose(function: ast.FunctionDef, known: SourceAnalysis) -> _Role:
    """Return the key of functions with one purpose: their name in a class, else their first parameter."""
    parent, names = known.tree.up[function][0], parameters_of(function)
    return (type(parent).__name__, names[0] if isinstance(parent, ast.Module) and names else function.name)

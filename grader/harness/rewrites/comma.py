"""One thing stands alone where its neighbours have a tuple or a list: the comma of `(slope,)` is missing."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import inside, text

_FEWEST = 2
"""Tuples and lists at one kind of place, from which on what stands alone there is odd."""
_Role = tuple[str, ...]
_Sequence = ast.Tuple | ast.List


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a tuple or list where similar functions return one, or similar calls are given one."""
    roles: dict[_Role, list[ast.expr]] = {}
    for function in known.functions:
        for node in inside(function):
            for role, given in _given(node, known):
                roles.setdefault(role, []).append(given)
    for alike in roles.values():
        usual = [each for each in alike if isinstance(each, _Sequence) and each.elts]
        if len(usual) >= _FEWEST:
            for odd in filter(_stands_alone, alike):
                yield _in_a(type(usual[0]), odd, known)


def _given(node: ast.AST, known: SourceAnalysis) -> Iterator[tuple[_Role, ast.expr]]:
    """The expressions that a node holds, each with what its place is for."""
    if isinstance(node, ast.Return) and node.value is not None:
        function = known.tree.nearest(node, ast.FunctionDef)
        if isinstance(function, ast.FunctionDef):
            yield ("returned", *_head(function, known)), node.value
    elif isinstance(node, ast.Call):
        for position, argument in enumerate(node.args):
            place = text(node.func), str(position)
            if isinstance(argument, ast.Lambda):
                yield ("given back", *place), argument.body
            else:
                yield ("given", *place), argument


def _head(function: ast.FunctionDef, known: SourceAnalysis) -> _Role:
    """Return the key of functions with one purpose: their name in a class, else their first parameter."""
    parent = known.tree.up[function][0]
    names = [argument.arg for argument in function.args.args]
    return (type(parent).__name__, names[0] if isinstance(parent, ast.Module) and names else function.name)


def _stands_alone(node: ast.expr) -> bool:
    """Whether it holds a number or a node as far as one can see, and not a sequence by another name."""
    return isinstance(node, ast.BinOp | ast.UnaryOp | ast.Attribute | ast.Name | ast.Constant | ast.IfExp)


def _in_a(kind: type[_Sequence], odd: ast.expr, known: SourceAnalysis) -> RewriteOffer:
    new = ast.copy_location(kind(elts=[odd], ctx=ast.Load()), odd)
    operation = known.attribution.operation(odd)
    return RewriteOffer("comma", odd, (replaced(odd, new),), operation)

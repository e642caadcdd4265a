"""Finds methods that are indented too far: they stand inside the method above, and the class lacks them."""

import ast
import types
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from .effects import FUNCTIONS, Function
from .nodes import walk


class HiddenMethod(NamedTuple):
    """A method inside another one of its class."""

    method: Function
    inside: str
    of: str


def may_hide(method: types.CodeType, names: Collection[str]) -> bool:
    """Whether the compiled method defines a function of such a name; behind `return` its code is gone."""
    own = {*method.co_varnames[method.co_argcount :], *method.co_cellvars}
    return not own.isdisjoint(names)


def hidden_methods(tree: ast.AST) -> Iterator[HiddenMethod]:
    """Yield functions that take the object of the method they stand in: closures use that of the method."""
    for cls in walk(tree):
        if isinstance(cls, ast.ClassDef):
            for method in cls.body:
                if isinstance(method, FUNCTIONS):
                    yield from (HiddenMethod(each, method.name, cls.name) for each in _hidden_in(method))


def _hidden_in(method: Function) -> Iterator[Function]:
    """Yield the functions of a method with the same first parameter."""
    own = _first_parameter(method)
    return (each for each in _functions_inside(method.body) if own and _first_parameter(each) == own)


def _functions_inside(statements: Iterable[ast.AST]) -> Iterator[Function]:
    """Yield functions of a function, and those inside them; none of classes."""
    waiting = [*statements]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, FUNCTIONS):
            yield node
        if not isinstance(node, ast.ClassDef):
            waiting += ast.iter_child_nodes(node)


def _first_parameter(function: Function) -> str:
    """Return its first parameter; empty where it has none."""
    parameters = (*function.args.posonlyargs, *function.args.args)
    return parameters[0].arg if parameters else ""

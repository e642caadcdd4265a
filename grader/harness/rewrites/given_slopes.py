"""A helper that is given the derivatives of several operations asks for the wrong one, or not for all."""

import ast
from collections.abc import Iterator
from copy import deepcopy

from ..repair.edit import replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import inside, whole

_PAIR = 2


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Where a tuple or list asks functions that the helper is given, one for each operand."""
    for function in known.functions:
        given = [argument.arg for argument in function.args.args]
        for node in inside(function):
            if isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load):
                asked = [_asked(element, given) for element in node.elts]
                called = [name for name in asked if name is not None]
                if called and len(called) == len(asked):
                    yield from _of(node, called, _unused(function, given))


def _asked(element: ast.expr, given: list[str]) -> ast.Name | None:
    """The parameter that an element calls, if it is one."""
    calls = [node.func for node in whole(element) if isinstance(node, ast.Call)]
    names = [name for name in calls if isinstance(name, ast.Name) and name.id in given]
    return names[0] if len(names) == 1 else None


def _unused(function: ast.FunctionDef, given: list[str]) -> list[str]:
    read = {node.id for node in inside(function) if isinstance(node, ast.Name)}
    return [name for name in given if name not in read]


def _of(node: ast.Tuple | ast.List, called: list[ast.Name], unused: list[str]) -> Iterator[RewriteOffer]:
    if len(called) == _PAIR and called[0].id != called[1].id:
        swapped = tuple(replaced(old, _name(new.id)) for old, new in zip(called, called[::-1], strict=True))
        yield RewriteOffer("recipient", node, swapped, detail="helper")
    # A helper that is given too few of its numbers shows it: one of its parameters is never used.
    for name in unused:
        if len(called) == _PAIR and called[0].id == called[1].id:
            for place in called[::-1]:
                yield RewriteOffer("recipient", place, (replaced(place, _name(name)),), detail="helper")
        elif len(called) == 1:
            more = deepcopy(node.elts[0])
            for inner in ast.walk(more):
                if isinstance(inner, ast.Name) and inner.id == called[0].id:
                    inner.id = name
            change = with_field(node, "elts", [*node.elts, more])
            yield RewriteOffer("contribute", node, (change,), detail="helper")


def _name(text: str) -> ast.Name:
    return ast.Name(text, ast.Load())

"""Offers another function to a helper that is given derivatives and asks the wrong one, or not for all."""

import ast
from collections.abc import Iterator

from ..repair.edit import RewriteOffer, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.syntax import inside, names_in, parameters_of, renamed, whole

_PAIR = 2


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer other functions in a tuple or list that asks those which the helper is given."""
    for function in known.functions:
        given = parameters_of(function)
        for node in inside(function):
            if not isinstance(node, ast.Tuple | ast.List):
                continue
            asked = [_parameter_called(element, given) for element in node.elts]
            called = [name for name in asked if name is not None]
            if called and len(called) == len(asked) and isinstance(node.ctx, ast.Load):
                read = set(names_in(function))
                yield from _other_parameters(node, called, [name for name in given if name not in read])


def _parameter_called(element: ast.expr, given: list[str]) -> ast.Name | None:
    """Return the parameter that an element calls, if it is one."""
    calls = [node.func for node in whole(element) if isinstance(node, ast.Call)]
    names = [name for name in calls if isinstance(name, ast.Name) and name.id in given]
    return names[0] if len(names) == 1 else None


def _other_parameters(
    node: ast.Tuple | ast.List, called: list[ast.Name], unused: list[str]
) -> Iterator[RewriteOffer]:
    """Offer the two swapped, and the one that is never used."""
    names = [name.id for name in called]
    if len(called) == _PAIR and names[0] != names[1]:
        swapped = tuple(map(replaced, called, names[::-1]))
        yield RewriteOffer("recipient", node, swapped, detail="helper")
    # A helper that is given too few of its numbers shows it: one of its parameters is never used.
    for name in unused:
        if len(called) == _PAIR and names[0] == names[1]:
            for place in called[::-1]:
                yield RewriteOffer("recipient", place, (replaced(place, name),), detail="helper")
        elif len(called) == 1:
            more = renamed(node.elts[0], {names[0]: name})
            yield RewriteOffer(
                "contribute", node, (with_field(node, "elts", [*node.elts, more]),), detail="helper"
            )

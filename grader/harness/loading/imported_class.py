"""Tells how a file speaks of the class of nodes that it imports: its name, its data and its gradient."""

import ast
import re
from collections.abc import Iterable, Iterator

from ..model.dialect_names import BACKWARD_NAMES, DATA_NAMES, GRAD_NAMES

_DRAWS = re.compile(r"rand|uniform|gauss|normal|aleat|zufall")
"""Names of functions that draw a number, as a weight has it at first."""
_NAMES = (("data", DATA_NAMES), ("grad", GRAD_NAMES), ("backward", BACKWARD_NAMES))


def classes_of_weights(trees: Iterable[ast.AST]) -> list[str]:
    """Return the names of what is called on a number that is drawn: weights are made so in every course."""
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    names = [call.func.id for call in calls if isinstance(call.func, ast.Name) and _is_given_a_draw(call)]
    return list(dict.fromkeys(names))


def dialect(trees: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a usual name and the one that the file has for it: `("data", "dato")`."""
    nodes = [node for tree in trees for node in ast.walk(tree)]
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    for usual, others in _NAMES:
        if usual not in used:
            yield from ((usual, name) for name in others if name in used)
    for node in nodes:
        match node:
            case ast.AugAssign(ast.Attribute(ast.Name(id=moved), data), _, value):
                yield from _of_a_step(moved, data, value)
            case ast.Assign([ast.Attribute(ast.Name(id=moved), data)], ast.BinOp() as value):
                yield from _of_a_step(moved, data, value)


def _is_given_a_draw(call: ast.Call) -> bool:
    """Whether the first argument is a number that is drawn: a function alone draws nothing."""
    inside = ast.walk(call.args[0]) if call.args and not isinstance(call.args[0], ast.Lambda) else ()
    drawn = (ast.unparse(node.func) for node in inside if isinstance(node, ast.Call))
    return any(_DRAWS.search(name.lower()) for name in drawn)


def _of_a_step(moved: str, data: str, value: ast.expr) -> Iterator[tuple[str, str]]:
    """Yield what a step says, `p.dato -= rate * p.gradiente`: it changes data, and reads one thing more."""
    read = {
        node.attr
        for node in ast.walk(value)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == moved
    }
    if len(rest := read - {data}) == 1:
        yield from zip(("data", "grad"), (data, *rest), strict=True)

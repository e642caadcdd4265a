"""Finds what a loop's condition depends on: the variables that decide whether it goes on, and no others.

Read only of loops that compute with names and nothing else: then these variables, where they are plain
values, are all there is to know. When they are what they were before, the loop goes on as it did.
"""

import ast
from collections.abc import Iterator

Path = tuple[str, ...]
"""A name and the attributes after it: `("self", "stack")`."""

_CALLED = {"abs", "min", "max", "float", "int", "round", "bool"}
_PURE = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Tuple)
_Step = tuple[frozenset[Path], frozenset[Path]]
"""Names that a statement sets, and those that decide whether, and to what."""


def dependence(loop: ast.While) -> frozenset[Path] | None:
    """Return the variables that decide whether a loop goes on; None where it also does something else."""
    try:
        decides = set(_names_read(loop.test))
        steps = [*_steps(loop.body, frozenset(), decides)]
    except _NotPlain:
        return None
    for _ in steps:
        for sets, reads in steps:
            if sets & decides:
                decides |= reads
    return frozenset(decides) or None


class _NotPlain(Exception):
    """A statement of another kind."""


def _steps(body: list[ast.stmt], guards: frozenset[Path], decides: set[Path]) -> Iterator[_Step]:
    """Yield what each assignment sets, and what decides about that; note what decides about an exit."""
    for statement in body:
        # Only statements whose effect is plain are understood; any other one ends the analysis.
        if isinstance(statement, ast.Assign):
            sets = frozenset(name for target in statement.targets for name in _names_set(target))
            yield sets, guards.union(_names_read(statement.value))
        elif isinstance(statement, ast.AugAssign):
            sets = frozenset(_names_set(statement.target))
            yield sets, guards.union(_names_read(statement.value), sets)
        elif isinstance(statement, ast.If):
            inner = guards | {*_names_read(statement.test)}
            yield from _steps(statement.body, inner, decides)
            yield from _steps(statement.orelse, inner, decides)
        elif isinstance(statement, ast.Break | ast.Continue | ast.Return):
            decides |= guards
        elif not (isinstance(statement, ast.Pass) or _is_text(statement)):
            raise _NotPlain


def _names_set(target: ast.expr) -> Iterator[Path]:
    """Yield the names that an assignment sets."""
    if isinstance(target, ast.Tuple):
        for element in target.elts:
            yield from _names_set(element)
    elif isinstance(target, ast.Name):
        yield (target.id,)
    else:
        raise _NotPlain


def _names_read(expression: ast.expr) -> Iterator[Path]:
    """Yield the variables of an expression that is nothing but arithmetic."""
    if isinstance(expression, ast.Name | ast.Attribute):
        yield _path(expression)
        return
    is_call = isinstance(expression, ast.Call) and _is_known(expression.func) and not expression.keywords
    # An expression that may do anything else than compute ends the analysis.
    if not (is_call or isinstance(expression, _PURE)):
        raise _NotPlain
    children = expression.args if isinstance(expression, ast.Call) else ast.iter_child_nodes(expression)
    for child in children:
        if isinstance(child, ast.expr):
            yield from _names_read(child)


def _is_known(function: ast.expr) -> bool:
    """Whether a function only computes."""
    if isinstance(function, ast.Attribute):
        return isinstance(function.value, ast.Name) and function.value.id == "math"
    return isinstance(function, ast.Name) and function.id in _CALLED


def _path(expression: ast.expr) -> Path:
    """Return the name and the attributes of an expression."""
    if isinstance(expression, ast.Attribute):
        return (*_path(expression.value), expression.attr)
    if isinstance(expression, ast.Name):
        return (expression.id,)
    raise _NotPlain


def _is_text(statement: ast.stmt) -> bool:
    """Whether a statement is a text that stands alone."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)

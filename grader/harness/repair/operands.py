"""Tells by which names a function speaks of its operands: its parameters, and what they become.

The code that does an operation and the rule for its gradients name operands in the same two ways, so both
readers ask here: `operation.py` for the operation, `scope.py` for the rule.
"""

import ast
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..model.operation_words import operation_named
from .syntax import assigned, text

if TYPE_CHECKING:
    from .known import SourceAnalysis


def parameters(
    function: ast.FunctionDef, known: "SourceAnalysis", arity: int, *, reflected: bool
) -> tuple[str, ...]:
    """Return the parameters that stand for operands, in the order of the operation."""
    arguments = function.args
    names = [argument.arg for argument in [*arguments.posonlyargs, *arguments.args]]
    if names and (names[0] in ("ctx", "cls") or _is_of_helper(function, known)):
        del names[0]
        names = [name for name in names if name != "ctx"]
    names = names[:arity]
    return tuple(names[::-1] if reflected else names)


def _is_of_helper(function: ast.FunctionDef, known: "SourceAnalysis") -> bool:
    """Whether its `self` is an operation, not a node: a method of a class that stands for one operation."""
    is_static = any(text(decorator) == "staticmethod" for decorator in function.decorator_list)
    in_class = isinstance(known.tree.up[function][0], ast.ClassDef)
    return in_class and not is_static and not known.is_method(function)


def names_in_use(names: Sequence[str], nodes: Iterable[ast.AST]) -> tuple[str, ...]:
    """Return the names under which operands are used: `rhs` after `rhs = lift(other)`."""
    used = {name: name for name in names}
    for node in nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            for target, value in assigned(node):
                if isinstance(target, ast.Name):
                    _follow(used, target.id, wrapped_name(value))
    return tuple(used[name] for name in names)


def _follow(used: dict[str, str], name: str, source: str | None) -> None:
    """Note that the operand used as `source` is used as `name` from now on."""
    for parameter, now in used.items():
        if source in (parameter, now):
            used[parameter] = name


def wrapped_name(value: ast.expr) -> str | None:
    """Return the name that is made a node of: `other`, `lift(other)`, `other if isinstance(...) else ...`."""
    if isinstance(value, ast.Name):
        return value.id
    if isinstance(value, ast.Call) and len(value.args) == 1 and isinstance(value.args[0], ast.Name):
        if operation_called(value.func) is not None:
            return None
        return value.args[0].id
    if isinstance(value, ast.IfExp) and "isinstance" in ast.unparse(value.test):
        return wrapped_name(value.body) or wrapped_name(value.orelse)
    return None


def operation_called(function: ast.expr) -> str | None:
    """Return the operation that a call of this does, by its name."""
    if isinstance(function, ast.Call):
        return operation_called(function.func)
    if isinstance(function, ast.Attribute) and function.attr in ("apply", "forward"):
        return operation_called(function.value)
    name = function.attr if isinstance(function, ast.Attribute) else text(function)
    return operation_named(name)

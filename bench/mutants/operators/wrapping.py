"""Plain numbers that are taken for nodes."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading.scopes import OperationScope
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_FAULT = "numbers_not_wrapped"
_WRAPS = re.compile(r"wrap|lift|as_|const|ensure|make|of\(|var\(|val\(|to_value|_node|_as\(|a_scalar|_coerce")


def slips(shape: Shape) -> Iterator[Mutation]:
    """One operation at a time."""
    for scope in shape.scopes:
        if isinstance(scope.definition, ast.FunctionDef) and scope.operation in "+-*/":
            yield from _unwrapped(shape, scope, scope.definition)


def _unwrapped(shape: Shape, scope: OperationScope, definition: ast.FunctionDef) -> Iterator[Mutation]:
    text = shape.text
    for statement in definition.body:
        edit = _unwrapping(shape, statement)
        if edit is not None:
            spots = (*text.lines(statement), text.start(definition))
            yield Mutation(_FAULT, (edit,), spots, scope.operation)


def _unwrapping(shape: Shape, statement: ast.stmt) -> TextEdit | None:
    """`other = other if isinstance(other, Value) else Value(other)` and its kin undone."""
    text = shape.text
    match statement:
        case ast.If(test=test, body=[ast.Assign()]) if "not isinstance" in text.of(test):
            return text.blank(statement)
        case ast.Assign(targets=[ast.Name(id=target)], value=ast.IfExp(body=ast.Name(id=name)) as value) if (
            "isinstance" in text.of(value)
        ):
            return text.put(statement, "") if name == target else text.put(value, name)
        case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(args=[ast.Name(id=name)]) as value) if (
            _WRAPS.search(text.of(value))
        ):
            return text.put(statement, "") if name == target else text.put(value, name)
    return None

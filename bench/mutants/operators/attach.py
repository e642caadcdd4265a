"""Rules that are not attached, attached elsewhere, or bound to the last result."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading import words
from bench.mutants.reading.scopes import OperationScope
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_FAULT = "rule_not_attached"


def slips(shape: Shape) -> Iterator[Mutation]:
    """One operation at a time."""
    for scope in shape.scopes:
        for statement, target in attaching(scope):
            yield from _not_attached(shape, scope, statement, target)
            yield from _to_operand(shape, scope, target)
            yield from _late(shape, scope, target)


def attaching(scope: OperationScope) -> Iterator[tuple[ast.Assign, ast.Attribute]]:
    """`out._backward = _backward`, and what is set there."""
    functions = {node.name for node in scope.walk() if isinstance(node, ast.FunctionDef)}
    for node in scope.walk():
        match node:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name()) as target], value=ast.Lambda()):
                yield node, target
            case ast.Assign(targets=[ast.Attribute(value=ast.Name()) as target], value=ast.Name(id=name)) if (
                name in functions and not words.is_gradient(target) and not words.is_data(target)
            ):
                yield node, target


def _not_attached(
    shape: Shape, scope: OperationScope, statement: ast.Assign, target: ast.Attribute
) -> Iterator[Mutation]:
    """Deleted, under another name, called, or indented into the rule."""
    text, here, operation = shape.text, shape.text.lines(statement), scope.operation
    if "__slots__" not in text.source and "slots=" not in text.source:
        other = "_backward" if target.attr == "backward" else "backward"
        edits = (text.put(target, f"{text.of(target.value)}.{other}"),)
        yield Mutation(_FAULT, edits, here, operation, kind="misnamed", accepts={"wrong_name"})
    if not isinstance(statement.value, ast.Name):
        return
    around = (*text.definitions(statement), *here)
    yield Mutation(_FAULT, text.remove(statement), around, operation, kind="deleted", missing=True)
    if _takes_nothing(scope, statement.value.id):
        start, end = text.start(statement), text.end(statement)
        edits = (TextEdit(end, end, "()"),)
        yield Mutation(_FAULT, edits, here, operation, kind="called", accepts={"raises"})
        if _follows_function(shape, statement):
            yield Mutation(_FAULT, (TextEdit(start, start, text.unit),), here, operation, kind="indented")


def _takes_nothing(scope: OperationScope, name: str) -> bool:
    found = [node for node in scope.walk() if isinstance(node, ast.FunctionDef) and node.name == name]
    return not any(each.args.args for each in found)


def _follows_function(shape: Shape, statement: ast.stmt) -> bool:
    block = shape.text.block(statement)
    position = block.index(statement)
    return position > 0 and isinstance(block[position - 1], ast.FunctionDef)


def _to_operand(shape: Shape, scope: OperationScope, target: ast.Attribute) -> Iterator[Mutation]:
    text, source = shape.text, shape.text.of(scope.definition)
    for name, position in scope.positions().items():
        if re.search(rf"\b{name}\.{shape.gradient}\b", source):
            edits = (text.put(target.value, name),)
            spots, kind = text.lines(target), f"operand{position}"
            yield Mutation("rule_on_wrong_node", edits, spots, scope.operation, kind=kind)


def _late(shape: Shape, scope: OperationScope, target: ast.Attribute) -> Iterator[Mutation]:
    """The result is a global: the rule reads whichever came last."""
    text, definition, name = shape.text, scope.definition, shape.text.of(target.value)
    if not isinstance(definition, ast.FunctionDef):
        return
    if not re.search(rf"\b{name}\.{shape.gradient}\b", text.of(definition)):
        return
    first = next(statement for statement in definition.body if not _is_docstring(statement))
    reading = [
        text.start(node)
        for node in scope.walk()
        if isinstance(node, ast.stmt) and re.search(rf"\b{name}\b", text.of(node).split("\n")[0])
    ]
    spots = (*text.definitions(target), *reading)
    edits = (text.before(first, f"global {name}"),)
    yield Mutation("late_binding", edits, spots, scope.operation, accepts={"shared_state"})


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)

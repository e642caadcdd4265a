"""Results that do not know what they were made from."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading import words
from bench.mutants.reading.scopes import OperationScope
from bench.mutants.shape import Shape

_FAULT = "detached_result"
_NOT_NODES = frozenset({"zip", "Rule"})
"""Calls whose tuples are not the operands of a new node."""


def slips(shape: Shape) -> Iterator[Mutation]:
    """Operands left out of one operation or of all, or copied; results made of data."""
    for scope in shape.scopes:
        for node in _operands(scope):
            yield from _left_out(shape, scope, node)
        yield from _of_data(shape, scope)
    yield from _by_constructor(shape)
    yield from _copied(shape)


def _operands(scope: OperationScope) -> Iterator[ast.Tuple | ast.List]:
    """Where an operation lists its operands."""
    positions = scope.positions()
    calls = (node for node in scope.walk() if isinstance(node, ast.Call))
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in _NOT_NODES:
            continue
        for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
            elements = argument.elts if isinstance(argument, ast.Tuple | ast.List) else []
            names = [
                element.id
                for element in elements
                if isinstance(element, ast.Name) and element.id in positions
            ]
            if isinstance(argument, ast.Tuple | ast.List) and 0 < len(names) == len(elements):
                yield argument


def _left_out(shape: Shape, scope: OperationScope, node: ast.Tuple | ast.List) -> Iterator[Mutation]:
    text, spots = shape.text, shape.text.lines(node)
    opening, closing = text.of(node)[0], text.of(node)[-1]
    if opening not in "([":
        return
    comma = "," if opening == "(" else ""
    yield Mutation(_FAULT, (text.put(node, opening + closing),), spots, scope.operation, kind="all")
    if len(node.elts) == 1:
        edit = text.put(node, f"({text.of(node.elts[0])})")
        yield Mutation("raises", (edit,), spots, scope.operation, kind="no_tuple")
        return
    for position, element in enumerate(node.elts):
        edit = text.put(node, f"{opening}{text.of(element)}{comma}{closing}")
        yield Mutation(_FAULT, (edit,), spots, scope.operation, 1 - position)


def _of_data(shape: Shape, scope: OperationScope) -> Iterator[Mutation]:
    """A derived operation that computes with data: `Value(-self.data)`."""
    text, definition, own = shape.text, scope.definition, f"self.{shape.data}"
    match definition:
        case ast.FunctionDef(
            name="__neg__" | "__sub__",
            args=ast.arguments(args=[_, *others]),
            body=[*_, ast.Return(value=value)],
        ) if value is not None and not isinstance(value, ast.Call):
            pass
        case _:
            return
    if shape.around(definition) is not shape.main or shape.shares.get(scope) or _needs_more(shape):
        return
    if _is_inherited(shape):  # then nodes are of another class
        return
    made, numbers, spots = shape.main.name, f"-{own}", text.lines(value)
    if others:
        other = others[0].arg
        numbers = f"{own} - ({other}.{shape.data} if isinstance({other}, {made}) else {other})"
    edits = (text.put(value, f"{made}({numbers})"),)
    yield Mutation(_FAULT, edits, spots, scope.operation, kind="numbers", accepts={"rule_missing"})
    if not others:
        edits = (text.put(value, numbers),)
        yield Mutation("returns_a_number", edits, spots, scope.operation, accepts={_FAULT})


def _needs_more(shape: Shape) -> bool:
    """Whether a node is not made of its data alone."""
    arguments = shape.maker.args if shape.maker else None
    return arguments is not None and len(arguments.args) - len(arguments.defaults) > 2  # noqa: PLR2004


def _is_inherited(shape: Shape) -> bool:
    classes = (node for node in ast.walk(shape.text.tree) if isinstance(node, ast.ClassDef))
    return shape.maker is None and any(
        isinstance(base, ast.Name) and base.id == shape.main.name for each in classes for base in each.bases
    )


def _by_constructor(shape: Shape) -> Iterator[Mutation]:
    """`self._prev = set()`."""
    for value, _ in shape.kept_operands:
        container = shape.text.of(value).split("(")[0]
        empty = {"set": "set()", "list": "[]"}.get(container, "()")
        yield Mutation(_FAULT, (shape.text.put(value, empty),), shape.text.lines(value), kind="constructor")


def _copied(shape: Shape) -> Iterator[Mutation]:
    """Every operand is copied into a new leaf."""
    text = shape.text
    for function in ast.walk(text.tree):
        match function:
            case ast.FunctionDef(
                name=name, body=[*_, ast.Return(value=ast.IfExp(body=ast.Name() as kept))]
            ) if name not in words.OPERATORS and "isinstance" in text.of(function):
                edit = text.put(kept, f"{shape.main.name}({kept.id}.{shape.data})")
                yield Mutation(_FAULT, (edit,), text.lines(kept), kind="copied")

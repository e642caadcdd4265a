"""Where each operation is written: its method, class, branch, table entry or function."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from bench.mutants.reading import words
from bench.mutants.text import Function, Text

_CODES = frozenset({"op", "code", "kind", "operation", "prim"})
"""What holds the name of an operation."""

_BY_NAME = {"a": 0, "l": 0, "left": 0, "b": 1, "r": 1, "right": 1}
"""Operands that are known by their names alone."""

_NO_OPERANDS = frozenset({"ctx", "cls", "out"})


@dataclass(frozen=True, eq=False)
class OperationScope:
    """The code of one operation."""

    operation: str
    nodes: tuple[ast.AST, ...]
    """What it is made of: one definition, or the statements of a branch."""
    name: str = ""

    @property
    def first(self) -> int:
        """Which operand the first argument is."""
        return words.first_operand(self.name)

    @property
    def is_on_result(self) -> bool:
        """Whether it is a method of the result, as `_backward_add(self)`."""
        return self.name.startswith("_backward")

    @property
    def definition(self) -> ast.AST:
        """The definition, or the first statement."""
        return self.nodes[0]

    def walk(self) -> Iterator[ast.AST]:
        """Every node in it."""
        for node in self.nodes:
            yield from ast.walk(node)

    def positions(self) -> dict[str, int]:
        """Which operand each name stands for."""
        found: dict[str, int] = {}
        for node in self.walk():
            if isinstance(node, Function):
                _add_parameters(node, found, of_class=isinstance(self.definition, ast.ClassDef))
        for node in self.walk():
            if isinstance(node, ast.Assign):
                _add_assigned(node, found)
        return {name: self.first + position for name, position in found.items()}


def operand(node: ast.expr, positions: dict[str, int]) -> int | None:
    """Which operand an expression is."""
    match node:
        case ast.Name(id=name):
            return positions.get(name, _BY_NAME.get(name))
        case ast.Subscript(value=ast.Attribute(), slice=ast.Constant(value=int(position))):
            return position
        case ast.Attribute(attr=name) if name in _BY_NAME:
            return _BY_NAME[name]
        case ast.Attribute(value=value) if words.is_data(node):
            return operand(value, positions)
    return None


def scopes(text: Text) -> list[OperationScope]:
    """The code of every operation."""
    return list(_inside(text.tree))


def _inside(node: ast.AST) -> Iterator[OperationScope]:
    for child in ast.iter_child_nodes(node):
        found = [*_definitions(child), *_branches(child)]
        yield from found
        if not found:
            yield from _inside(child)
        elif isinstance(child, ast.If):
            yield from _inside(ast.Module(child.orelse, []))


def _definitions(node: ast.AST) -> Iterator[OperationScope]:
    match node:
        case ast.FunctionDef(name=name):
            if operation := words.operation(name) or _decorated(node):
                yield OperationScope(operation, (node,), name)
        case ast.ClassDef(name=name, body=body):
            computes = any(
                isinstance(statement, ast.FunctionDef) and statement.name == "__add__" for statement in body
            )
            if (operation := words.operation(name)) and not computes:
                yield OperationScope(operation, (node,), name)
        case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)], value=ast.Lambda() as rule):
            if operation := words.operation(name):
                yield OperationScope(operation, (rule,), name)


def _branches(node: ast.AST) -> Iterator[OperationScope]:
    match node:
        case ast.If(
            test=ast.Compare(
                left=ast.Attribute(attr=name) | ast.Name(id=name), ops=[ast.Eq()], comparators=[code]
            ),
            body=body,
        ) if name.lstrip("_") in _CODES:
            if operation := _coded(code):
                yield OperationScope(operation, tuple(body))
        case ast.match_case(pattern=pattern, body=body):
            if operation := next(filter(None, map(_coded, _patterns(pattern))), None):
                yield OperationScope(operation, tuple(body))
        case ast.Dict(keys=keys, values=rows):
            for key, row in zip(keys, rows, strict=True):
                if (parts := _rows(row)) and (operation := _coded(key)):
                    yield OperationScope(operation, parts)


def _patterns(pattern: ast.pattern) -> Iterator[ast.expr]:
    """What a pattern asks for: constants, and a class; one of several classes is no operation."""
    for each in ast.walk(pattern):
        match each:
            case ast.MatchValue(value=value):
                yield value
            case ast.MatchClass(cls=made) if not isinstance(pattern, ast.MatchOr):
                yield made


def _rows(row: ast.expr) -> tuple[ast.expr, ...]:
    """The code in a table's row: a call, a function, or several functions."""
    match row:
        case ast.Call() | ast.Lambda():
            return (row,)
        case ast.Tuple(elts=functions) if any(isinstance(each, ast.Lambda) for each in functions):
            return tuple(functions)
    return ()


def _decorated(node: ast.FunctionDef) -> str | None:
    """Of `@add.defvjp`: the operation."""
    for decorator in node.decorator_list:
        match decorator:
            case ast.Attribute(value=ast.Name(id=name)):
                return words.operation(name)
    return None


def _coded(node: ast.expr | None) -> str | None:
    match node:
        case ast.Constant(value=str(name)) | ast.Attribute(attr=name) | ast.Name(id=name):
            return words.operation(name)
    return None


def _add_parameters(function: Function, found: dict[str, int], *, of_class: bool) -> None:
    skipped = _NO_OPERANDS | words.ARRIVING | ({"self"} if of_class else set())
    names = (argument.arg for argument in function.args.args if argument.arg not in skipped)
    for position, name in enumerate(names):
        found.setdefault(name, position)


def _add_assigned(node: ast.Assign, found: dict[str, int]) -> None:
    match node.targets, node.value:
        case [ast.Tuple(elts=names)], ast.Tuple(elts=values) if len(names) == len(values):
            for name, value in zip(names, values, strict=True):
                _add(name, value, found)
        case [ast.Tuple(elts=names)], _:
            for position, name in enumerate(names):
                if isinstance(name, ast.Name):
                    found.setdefault(name.id, position)
        case [name], value:
            _add(name, value, found)


def _add(target: ast.expr, value: ast.expr, found: dict[str, int]) -> None:
    if not isinstance(target, ast.Name) or target.id in words.ARRIVING:
        return
    position = operand(value, found)
    if position is None:
        inner = (
            found[each.id] for each in _wrapped(value) if isinstance(each, ast.Name) and each.id in found
        )
        position = max(inner, default=None)
    if position is not None:
        found.setdefault(target.id, position)


def _wrapped(value: ast.expr) -> list[ast.expr]:
    """What may be a node behind `as_value(x)` or `x if isinstance(x, Value) else Value(x)`."""
    match value:
        case ast.Call(args=arguments):
            return arguments
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
    return []

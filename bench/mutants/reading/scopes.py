"""Where each operation is written: its method, class, branch, table entry or function."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from bench.mutants.reading import words
from bench.mutants.text import Text

_CODES = ("op", "code", "kind", "operation", "prim")
_FIRST = frozenset({"left", "a", "l"})
_SECOND = frozenset({"right", "b", "r"})


@dataclass(frozen=True, eq=False)
class Scope:
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
        """Where the place of missing code is told."""
        return self.nodes[0]

    def walk(self) -> Iterator[ast.AST]:
        """Every node in it."""
        for node in self.nodes:
            yield from ast.walk(node)

    def positions(self) -> dict[str, int]:
        """Which operand each name stands for."""
        found: dict[str, int] = {}
        for node in self.walk():
            if isinstance(node, ast.FunctionDef | ast.Lambda):
                _add_parameters(node, found, inside_class=isinstance(self.definition, ast.ClassDef))
        for node in self.walk():
            if isinstance(node, ast.Assign):
                _add_assigned(node, found)
        return {name: self.first + position for name, position in found.items()}


def scopes(text: Text) -> list[Scope]:
    """The code of every operation."""
    return list(_inside(text.tree))


def _inside(node: ast.AST) -> Iterator[Scope]:
    for child in ast.iter_child_nodes(node):
        found = list(_at(child))
        yield from found
        if isinstance(child, ast.If) and found:
            yield from _branches(child.orelse)
        elif not found:
            yield from _inside(child)


def _branches(statements: list[ast.stmt]) -> Iterator[Scope]:
    yield from _inside(ast.Module(statements, []))


def _at(node: ast.AST) -> Iterator[Scope]:
    match node:
        case ast.FunctionDef() | ast.ClassDef():
            operation = words.operation(node.name) or _decorated(node)
            if operation and not (isinstance(node, ast.ClassDef) and _is_main(node)):
                yield Scope(operation, (node,), node.name)
        case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)], value=ast.Lambda() as value):
            if operation := words.operation(name):
                yield Scope(operation, (value,), name)
        case ast.If(test=test, body=body):
            if operation := _compared(test):
                yield Scope(operation, tuple(body))
        case ast.match_case(pattern=pattern, body=body):
            if operation := _matched(pattern):
                yield Scope(operation, tuple(body))
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                if isinstance(value, ast.Call) and (operation := _code(key)):
                    yield Scope(operation, (value,))


def _is_main(node: ast.ClassDef) -> bool:
    return any(isinstance(each, ast.FunctionDef) and each.name == "__add__" for each in node.body)


def _decorated(node: ast.FunctionDef | ast.ClassDef) -> str | None:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Attribute) and isinstance(decorator.value, ast.Name):
            return words.operation(decorator.value.id)
    return None


def _compared(test: ast.expr) -> str | None:
    match test:
        case ast.Compare(
            left=ast.Attribute(attr=name) | ast.Name(id=name), ops=[ast.Eq()], comparators=[code]
        ):
            return _code(code) if name.lstrip("_") in _CODES else None
    return None


def _matched(pattern: ast.pattern) -> str | None:
    values = (each.value for each in ast.walk(pattern) if isinstance(each, ast.MatchValue))
    return next((operation for value in values if (operation := _code(value))), None)


def _code(node: ast.expr | None) -> str | None:
    match node:
        case ast.Constant(value=str(name)) | ast.Attribute(attr=name):
            return words.operation(name)
    return None


def _add_parameters(
    function: ast.FunctionDef | ast.Lambda, found: dict[str, int], *, inside_class: bool
) -> None:
    names = [each.arg for each in function.args.args]
    skip = {"ctx", "cls", "out", *words.ARRIVING} | ({"self"} if inside_class else set())
    for position, name in enumerate(name for name in names if name not in skip):
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
        inner = [
            found[each.id] for each in _wrapped(value) if isinstance(each, ast.Name) and each.id in found
        ]
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


def operand(node: ast.expr, positions: dict[str, int]) -> int | None:
    """Which operand an expression is."""
    match node:
        case ast.Name(id=name):
            return positions.get(name, _by_name(name))
        case ast.Subscript(value=ast.Attribute(), slice=ast.Constant(value=int(position))):
            return position
        case ast.Attribute(attr=name) if (position := _by_name(name)) is not None:
            return position
        case ast.Attribute(value=value) if words.is_data(node):
            return operand(value, positions)
    return None


def _by_name(name: str) -> int | None:
    return 0 if name in _FIRST else 1 if name in _SECOND else None

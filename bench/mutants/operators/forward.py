"""Data that is wrong, of the result or of an operand."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import between, lines
from bench.mutants.reading import words
from bench.mutants.reading.scopes import Scope
from bench.mutants.shape import Shape
from bench.mutants.text import Edit, Text

_SIGNS: dict[str, tuple[type[ast.operator], str, str, tuple[str, ...]]] = {
    "+": (ast.Add, "+", "a plus", ("-", "*")),
    "-": (ast.Sub, "-", "a minus", ("+",)),
    "*": (ast.Mult, "*", "times", ("+", "-")),
    "/": (ast.Div, "/", "divided by", ("*", "//")),
    "**": (ast.Pow, "**", "to the power", ("*",)),
}
_OTHER_FUNCTIONS = {"tanh": ("sinh", "atan"), "exp": ("expm1", "exp2"), "log": ("log10", "log1p")}


def slips(shape: Shape) -> Iterator[Slip]:
    """In the forward expression of each operation."""
    for scope in shape.scopes:
        for node in forward(shape, scope):
            if isinstance(node, ast.BinOp) and scope.operation in _SIGNS:
                yield from _binary(shape, scope, node)
            elif scope.operation not in _SIGNS:
                yield from _unary(shape, scope, node)
            yield from _changed(shape, scope, node)
            break


def forward(shape: Shape, scope: Scope) -> Iterator[ast.expr]:
    """The expressions that compute the data of a result, the outermost first."""
    if words.first_operand(scope.name):
        return
    kind = _SIGNS[scope.operation][0] if scope.operation in _SIGNS else None
    excluded = {each for share in shape.shares.get(scope, []) for each in ast.walk(share.value)}
    for node in _directly(shape.text, scope):
        if node in excluded or not isinstance(node, ast.expr):
            continue
        if kind is not None and isinstance(node, ast.BinOp) and isinstance(node.op, kind):
            if _is_number(node.left) and _is_number(node.right):
                yield node
        elif kind is None and _computes(shape.text, scope.operation, node):
            yield node


def _directly(text: Text, scope: Scope) -> Iterator[ast.AST]:
    """The nodes of a scope that run forwards: not those of rules, checks and messages."""
    if isinstance(scope.definition, ast.Call):
        yield from ast.walk(scope.definition.args[0])
        return
    if isinstance(scope.definition, ast.ClassDef):
        methods = [each for each in scope.definition.body if isinstance(each, ast.FunctionDef)]
        for method in methods:
            if method.name in {"forward", "__init__"}:
                yield from _below(method)
        return
    if isinstance(scope.definition, ast.FunctionDef) and not scope.name.startswith("_backward") and scope.name != "_":
        yield from _below(scope.definition)
    assert text is not None


def _below(function: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(function):
        if isinstance(child, ast.FunctionDef | ast.Lambda | ast.Assert | ast.Raise | ast.JoinedStr):
            continue
        yield child
        yield from _below(child)


def _is_number(node: ast.expr) -> bool:
    return words.is_data(node) or (isinstance(node, ast.Name) and node.id not in {"self"}) or _is_attribute(node)


def _is_attribute(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in {"n", "c", "data"}


def _computes(text: Text, operation: str, node: ast.expr) -> bool:
    match operation, node:
        case "neg", ast.UnaryOp(op=ast.USub(), operand=operand):
            return words.is_data(operand) or isinstance(operand, ast.Name)
        case ("tanh" | "exp" | "log"), ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[argument]):
            return name == operation and text.of(argument) != "self"
        case "sigmoid", ast.Call(func=ast.Attribute(attr="exp") | ast.Name(id="exp")):
            return bool(node.args) and text.of(node.args[0]).startswith("-")
        case "relu", ast.Call(func=ast.Name(id="max") | ast.Attribute(attr="maximum")):
            return True
        case "relu", ast.Compare(ops=[ast.Gt() | ast.Lt() | ast.GtE()]):
            return True
    return False


def _slip(shape: Shape, scope: Scope, node: ast.expr, edit: Edit | None, kind: str) -> Iterator[Slip]:
    if edit is not None:
        spots = lines(shape.text, shape.text.statement(node))
        yield Slip("wrong_forward", (edit,), scope.operation, None, spots, kind=kind)


def _binary(shape: Shape, scope: Scope, node: ast.BinOp) -> Iterator[Slip]:
    text = shape.text
    _, sign, _, others = _SIGNS[scope.operation]
    for other in others:
        name = {"+": "sum", "-": "difference", "*": "product", "//": "whole"}[other]
        yield from _slip(shape, scope, node, between(text, node.left, node.right, sign, other), name)
    if scope.operation in {"+", "*"}:
        edit = text.put(node.right, text.of(node.left))
        yield from _slip(shape, scope, node, edit, "own")
    if scope.operation in {"-", "/"}:
        edit = text.put(node, f"{text.of(node.right)} {sign} {text.of(node.left)}")
        yield from _slip(shape, scope, node, edit, "swapped")


def _unary(shape: Shape, scope: Scope, node: ast.expr) -> Iterator[Slip]:
    text = shape.text
    match scope.operation, node:
        case "neg", ast.UnaryOp(operand=operand):
            yield from _slip(shape, scope, node, text.put(node, text.of(operand)), "unsigned")
        case ("tanh" | "exp" | "log"), ast.Call(func=ast.Attribute() as function, args=[argument]):
            for other in _OTHER_FUNCTIONS[scope.operation]:
                if other not in {"exp2", "atan"} or text.of(function.value) == "math":
                    if not (other == "exp2"):
                        edit = text.put(function, f"{text.of(function.value)}.{other}")
                        yield from _slip(shape, scope, node, edit, other)
            yield from _slip(shape, scope, node, text.put(argument, f"2 * {text.of(argument)}"), "doubled")
        case ("tanh" | "exp" | "log"), ast.Call(args=[argument]):
            yield from _slip(shape, scope, node, text.put(argument, f"2 * {text.of(argument)}"), "doubled")
        case "sigmoid", ast.Call(args=[argument]):
            yield from _slip(shape, scope, node, text.put(argument, text.of(argument)[1:]), "unsigned")
        case "relu", ast.Call():
            source = text.of(node).replace("maximum", "minimum").replace("max", "min")
            yield from _slip(shape, scope, node, text.put(node, source), "least")
        case "relu", ast.Compare(left=left, comparators=[right]):
            source = text.source[text.end(left) : text.start(right)]
            sign = next(sign for sign in (">=", ">", "<") if sign in source)
            edit = between(text, left, right, sign, ">" if sign == "<" else "<")
            yield from _slip(shape, scope, node, edit, "inverted")


def _changed(shape: Shape, scope: Scope, node: ast.expr) -> Iterator[Slip]:
    """The result is put into the operand first."""
    text, statement = shape.text, shape.text.statement(node)
    function = text.function(node)
    own = f"self.{shape.data}"
    if not isinstance(function, ast.FunctionDef) or function.name not in {*words.OPERATORS, *words.UNARY}:
        return
    if shape.around(function) is not shape.main or own not in text.of(node) or isinstance(statement, ast.FunctionDef):
        return
    if scope.operation not in _SIGNS or not re.search(r"return|=", text.of(statement)):
        return
    insert = text.before(statement, f"{own} = {text.of(node)}")
    if statement.lineno == function.lineno:
        return
    edits = (insert, text.put(node, own))
    yield Slip("operand_changed", edits, scope.operation, None, lines(text, statement))

"""Data that is wrong, of the result or of an operand."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.operators._share import between
from bench.mutants.reading import words
from bench.mutants.reading.scopes import OperationScope
from bench.mutants.shape import Shape
from bench.mutants.text import Text, TextEdit

_SIGNS: dict[str, tuple[type[ast.operator], tuple[str, ...]]] = {
    "+": (ast.Add, ("-", "*")),
    "-": (ast.Sub, ("+",)),
    "*": (ast.Mult, ("+", "-")),
    "/": (ast.Div, ("*", "//")),
    "**": (ast.Pow, ("*",)),
}
"""What each operator is in a syntax tree, and what it may be taken for."""

_WORDS = {"+": "sum", "-": "difference", "*": "product", "//": "whole"}
_OTHER_FUNCTIONS = {"tanh": ("sinh", "atan"), "exp": ("expm1",), "log": ("log10", "log1p")}
_ONLY_IN_MATH = frozenset({"atan"})
_NUMBERS = frozenset({"n", "c"})
_BACKWARDS = ast.FunctionDef | ast.Lambda | ast.Assert | ast.Raise | ast.JoinedStr

_Changes = Iterator[tuple[str, TextEdit | None]]


def slips(shape: Shape) -> Iterator[Mutation]:
    """In the forward expression of each operation."""
    for scope in shape.scopes:
        node = next(forward(shape, scope), None)
        if node is None:
            continue
        changes = _binary if isinstance(node, ast.BinOp) else _unary
        for kind, edit in changes(shape.text, scope.operation, node):
            if edit is not None:
                spots = shape.text.lines(node)
                yield Mutation("wrong_forward", (edit,), spots, scope.operation, kind=kind)
        yield from _operand_changed(shape, scope, node)


def forward(shape: Shape, scope: OperationScope) -> Iterator[ast.expr]:
    """The expressions that compute the data of a result, the outermost first."""
    if scope.first:
        return
    excluded = {node for share in shape.shares.get(scope, []) for node in ast.walk(share.value)}
    for node in _forwards(scope):
        if isinstance(node, ast.expr) and node not in excluded and _computes(shape.text, scope, node):
            yield node


def _forwards(scope: OperationScope) -> Iterator[ast.AST]:
    """The nodes of a scope that run forwards: not those of rules, checks and messages."""
    match scope.definition:
        case ast.Call(args=[function, *_]):
            yield from ast.walk(function)
        case ast.ClassDef(body=body):
            for statement in body:
                if isinstance(statement, ast.FunctionDef) and statement.name in {"forward", "__init__"}:
                    yield from _below(statement)
        case ast.FunctionDef() as method if not scope.is_on_result and scope.name != "_":
            yield from _below(method)


def _below(function: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, _BACKWARDS) and not _is_kept(child):
            yield child
            yield from _below(child)


def _is_kept(node: ast.AST) -> bool:
    """Whether it is a statement that keeps something for the rule, such as `ctx.save(a > 0)`: no data."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return name != "__init__"
    return False


def _computes(text: Text, scope: OperationScope, node: ast.expr) -> bool:
    if scope.operation in _SIGNS:
        return _is_binary(node, _SIGNS[scope.operation][0])
    match scope.operation, node:
        case "neg", ast.UnaryOp(op=ast.USub(), operand=operand):
            return words.is_data(operand) or isinstance(operand, ast.Name)
        case "sigmoid", ast.Call(func=ast.Attribute(attr="exp") | ast.Name(id="exp"), args=[argument]):
            return text.of(argument).startswith("-")
        case "relu", _:
            return _is_gate(node)
        case _, ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[argument]):
            return name == scope.operation in _OTHER_FUNCTIONS and text.of(argument) != "self"
    return False


def _is_binary(node: ast.expr, sign: type[ast.operator]) -> bool:
    """Whether it is that operator on two numbers."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, sign):
            return _is_number(left) and _is_number(right)
    return False


def _is_gate(node: ast.expr) -> bool:
    """Whether it is `max(0, x)` or `x > 0`."""
    match node:
        case ast.Call(func=ast.Name(id="max") | ast.Attribute(attr="maximum")):
            return True
        case ast.Compare(ops=[ast.Gt() | ast.Lt() | ast.GtE()]):
            return True
    return False


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name):
            return name != "self"
        case ast.Attribute(value=ast.Name(), attr=name) if name in _NUMBERS:
            return True
    return words.is_data(node)


def _binary(text: Text, operation: str, node: ast.expr) -> _Changes:
    assert isinstance(node, ast.BinOp)
    for other in _SIGNS[operation][1]:
        yield _WORDS[other], between(text, node.left, node.right, operation, other)
    if operation in {"+", "*"}:
        yield "own", text.put(node.right, text.of(node.left))
    if operation in {"-", "/"}:
        yield "swapped", text.put(node, f"{text.of(node.right)} {operation} {text.of(node.left)}")


def _unary(text: Text, operation: str, node: ast.expr) -> _Changes:
    match operation, node:
        case "neg", ast.UnaryOp(operand=operand):
            yield "unsigned", text.put(node, text.of(operand))
        case "sigmoid", ast.Call(args=[argument]):
            yield "unsigned", text.put(argument, text.of(argument)[1:])
        case "relu", ast.Call():
            least = text.of(node).replace("maximum", "minimum").replace("max", "min")
            yield "least", text.put(node, least)
        case "relu", ast.Compare(left=left, ops=[sign], comparators=[right]):
            old = ">=" if isinstance(sign, ast.GtE) else ">" if isinstance(sign, ast.Gt) else "<"
            yield "inverted", between(text, left, right, old, ">" if old == "<" else "<")
        case _, ast.Call(func=function, args=[argument]):
            yield "doubled", text.put(argument, f"2 * {text.of(argument)}")
            yield from _other_functions(text, operation, function)


def _other_functions(text: Text, operation: str, function: ast.expr) -> _Changes:
    if not isinstance(function, ast.Attribute):
        return
    module = text.of(function.value)
    for other in _OTHER_FUNCTIONS[operation]:
        if module == "math" or other not in _ONLY_IN_MATH:
            yield other, text.put(function, f"{module}.{other}")


def _operand_changed(shape: Shape, scope: OperationScope, node: ast.expr) -> Iterator[Mutation]:
    """The result is put into the operand first."""
    text, statement, own = shape.text, shape.text.statement(node), f"self.{shape.data}"
    function = text.function(node)
    if not isinstance(function, ast.FunctionDef) or not isinstance(statement, ast.Assign | ast.Return):
        return
    is_method = function.name in words.OPERATORS and shape.around(function) is shape.main
    if is_method and own in text.of(node) and statement.lineno > function.lineno:
        edits = (text.before(statement, f"{own} = {text.of(node)}"), text.put(node, own))
        yield Mutation("operand_changed", edits, text.lines(statement), scope.operation)

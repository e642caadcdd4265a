"""The language graphs are written in: a small subset of Python, parsed to a `Program`.

    c = a * b; d = tanh(c) + 1; d.backward()

Statements are separated by `;` or lines. A statement gives a new name to an expression of names,
numbers, `+ - * / **`, unary `-` and the functions of `_primitives.py`; or calls
`name.backward()` or `name.zero_grad()`; or clears a gradient, `name.grad = 0`.
A program without `backward()` ends with that of its last node.
"""

import ast
import math
from functools import lru_cache

from suites._primitives import FUNCTIONS, PRIMITIVES, Operand
from suites._program import Backward, Clear, Operation, Program, Step, ZeroGrad

_OPERATORS = {primitive.syntax: op for op, primitive in PRIMITIVES.items() if primitive.is_operator}
_LARGEST_CONSTANT = 1e6
_MOST_OPERATIONS = 20_000
_LONGEST_TEXT = 1_000_000
_SHORT_TEXT = 1_000
_SHOWN = 60


class GraphError(ValueError):
    """The text of a graph is not one that can be graded.

    `line` and `column` count from 1 and point at the place in the text.
    """

    def __init__(self, reason: str, line: int, column: int) -> None:
        super().__init__(f"{reason} (line {line}, column {column})")
        self.reason = reason
        self.line = line
        self.column = column


def parse(text: str, inputs: tuple[str, ...]) -> Program:
    """Parse the text of a graph whose inputs are named; a short one once, for it comes again and again.

    Raises:
        GraphError: with the place, for anything outside the language.
    """
    return _parsed_once(text, inputs) if len(text) <= _SHORT_TEXT else _parsed(text, inputs)


@lru_cache(maxsize=1024)
def _parsed_once(text: str, inputs: tuple[str, ...]) -> Program:
    return _parsed(text, inputs)


def _parsed(text: str, inputs: tuple[str, ...]) -> Program:
    if len(text) > _LONGEST_TEXT:
        raise GraphError("the text is too long", 1, 1)
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise GraphError(error.msg, error.lineno or 1, error.offset or 1) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise GraphError(f"the text cannot be read: {error}", 1, 1) from None
    try:
        return _ExpressionReader(text, inputs).read(tree)
    except RecursionError:
        raise GraphError("the expression is nested too deeply", 1, 1) from None


class _ExpressionReader:
    """Turns the syntax tree into steps, one statement after the other."""

    def __init__(self, text: str, inputs: tuple[str, ...]) -> None:
        self.lines = text.splitlines()
        self.inputs = inputs
        self.known = set(inputs)
        self.used: set[str] = set()
        self.steps: list[Step] = []
        self.unnamed = 0

    def read(self, tree: ast.Module) -> Program:
        for statement in tree.body:
            self.statement(statement)
        last = next((s for s in reversed(self.steps) if isinstance(s, Operation)), None)
        if last is None:
            raise GraphError("a graph needs at least one operation", 1, 1)
        for name in self.inputs:
            if name not in self.used:
                raise GraphError(f"the input `{name}` is never used", 1, 1)
        if not any(isinstance(step, Backward) for step in self.steps):
            self.steps.append(Backward(last.name))
        return Program(self.inputs, tuple(self.steps))

    def statement(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Expr):
            return self.call(statement.value)
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            raise _error("expected `name = expression`, `name.backward()` or `name.grad = 0`", statement)
        target = statement.targets[0]
        if isinstance(target, ast.Attribute):
            return self.clear(target, statement.value)
        if not isinstance(target, ast.Name):
            raise _error("only a plain name can be given a value", target)
        if target.id in self.known:
            raise _error(f"`{target.id}` already has a value; give each node its own name", target)
        if isinstance(statement.value, ast.Name):
            raise _error(f"`{target.id} = {statement.value.id}` makes no new node", statement.value)
        if not isinstance(self.expression(statement.value, target.id), str):
            raise _error("an operation needs at least one node, not only numbers", statement.value)
        return None

    def call(self, call: ast.expr) -> None:
        match call:
            case ast.Call(
                func=ast.Attribute(value=ast.Name() as node, attr="backward"), args=[], keywords=[]
            ):
                self.steps.append(Backward(self.name(node)))
            case ast.Call(
                func=ast.Attribute(value=ast.Name() as node, attr="zero_grad"), args=[], keywords=[]
            ):
                self.steps.append(ZeroGrad(self.name(node)))
            case _:
                raise _error("expected `name = expression`, `name.backward()` or `name.zero_grad()`", call)

    def clear(self, target: ast.Attribute, value: ast.expr) -> None:
        is_zero = isinstance(value, ast.Constant) and value.value == 0
        if not isinstance(target.value, ast.Name) or target.attr != "grad" or not is_zero:
            raise _error("the only attribute that can be set is `name.grad = 0`", target)
        self.steps.append(Clear(self.name(target.value)))

    def name(self, name: ast.Name) -> str:
        if name.id not in self.known:
            raise _error(f"`{name.id}` has no value yet", name)
        return name.id

    def expression(self, expression: ast.expr, name: str | None = None) -> Operand:
        match expression:
            case ast.Name():
                self.used.add(self.name(expression))
                return expression.id
            case ast.Constant():
                return _number(expression)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                operands = (self.expression(left), self.expression(right))
                return self.add(_OPERATORS[type(op)], operands, expression, name)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.expression(operand)
                return self.add("neg", (inner,), expression, name) if isinstance(inner, str) else -inner
            case ast.Call(func=ast.Name(id=function), args=[argument], keywords=[]) if function in FUNCTIONS:
                return self.add(function, (self.expression(argument),), expression, name)
            case ast.Call(func=ast.Name(id=function)):
                known = ", ".join(sorted(FUNCTIONS))
                raise _error(f"`{function}` is not one of {known}, each of one argument", expression)
        raise _error("this is not part of the language: names, numbers, + - * / ** and functions", expression)

    def add(self, op: str, operands: tuple[Operand, ...], source: ast.expr, name: str | None) -> str:
        if not any(isinstance(operand, str) for operand in operands):
            raise _error("an operation needs at least one node, not only numbers", source)
        if len(self.steps) >= _MOST_OPERATIONS:
            raise _error(f"a graph may have {_MOST_OPERATIONS} operations at most", source)
        text = name or self.text(source)
        if name is None:
            self.unnamed += 1
            name = f"_{self.unnamed}"
        if name in self.known:
            raise _error(f"the name `{name}` is taken", source)
        self.known.add(name)
        self.steps.append(Operation(name, op, operands, text))
        return name

    def text(self, source: ast.expr) -> str:
        """The piece of source, as written; columns of the tree count UTF-8 bytes."""
        if source.lineno != source.end_lineno:
            return ast.unparse(source)
        line = self.lines[source.lineno - 1].encode()
        piece = line[source.col_offset : source.end_col_offset].decode()
        return piece if len(piece) <= _SHOWN else piece[: _SHOWN - 3] + "..."


def _number(constant: ast.Constant) -> int | float:
    value = constant.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _error("only plain numbers can stand in a graph", constant)
    if abs(value) > _LARGEST_CONSTANT or not math.isfinite(value):
        raise _error(f"numbers beyond {_LARGEST_CONSTANT:g} are not graded", constant)
    return value


def _error(reason: str, node: ast.stmt | ast.expr) -> GraphError:
    return GraphError(reason, node.lineno, node.col_offset + 1)

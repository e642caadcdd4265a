"""Computes the numbers of operations, and tries each operation of the class once."""

import ast
import math
import operator
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from ..model.primitives import PRIMITIVES
from ..model.read import ABSENT, SINGLE
from ..repair.attribution import Attribution
from ..repair.known import SourceAnalysis
from ..repair.operands import operation_called
from ..repair.operation import Making, OperationCode
from ..repair.syntax import assigned, names_in, text
from ..running.bounded import bounded
from ..running.problem import Missing, WrongResult
from ._recording import is_returned

ROUNDING = ("int", "round", "floor", "ceil", "trunc", "int32", "int64", "float16", "float32")
"""The last names of functions that round what they are given."""

Names = dict[str, Any]
"""Numbers by the source text that stands for them."""


class NotPlain(Exception):
    """An expression that is more than arithmetic with known numbers."""


def right(sign: str, numbers: tuple[float, ...]) -> float:
    """Return the right result of an operation."""
    primitive = PRIMITIVES[sign]
    return primitive.forward(numbers[0]) if primitive.arity == 1 else primitive.forward(*numbers)


def trial_points(sign: str) -> tuple[tuple[float, ...], ...]:
    """Return numbers to try an operation with."""
    return PRIMITIVES[sign].tried_with


def is_close(number: object, wanted: float, tolerance: float = 1e-9) -> bool:
    """Whether a number is the wanted one but for rounding."""
    return isinstance(number, int | float) and abs(number - wanted) <= tolerance * max(1.0, abs(wanted))


_OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.USub: lambda x, _: -x,
    ast.UAdd: lambda x, _: +x,
    ast.Not: lambda x, _: not x,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(math, name) for name in ("sinh", "cosh", "sqrt", "pow", "fabs")},
    **{name: getattr(math, name) for name in ("tan", "sin", "cos", "log2", "log10", "log1p", "expm1")},
    "abs": abs,
    "max": max,
    "min": min,
    "float": float,
    "int": int,
    "float64": float,
    "maximum": max,
    "minimum": min,
    "where": lambda test, yes, no: yes if test else no,
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "power": operator.pow,
    "negative": operator.neg,
    "square": lambda x: x * x,
    "asarray": float,
    "array": float,
    **{op: primitive.forward for op, primitive in PRIMITIVES.items() if not primitive.method},
}

_NUMBERS = ("int", "float", "Number", "Real")
_FAILURES = (ArithmeticError, TypeError, ValueError, KeyError)


def evaluate(node: ast.AST, names: Names) -> Any:
    """Return the number of an expression.

    Raises `NotPlain` if it is not one of known numbers and functions.
    """
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name | ast.Attribute):
        return _value_of_name(node, names)
    try:
        return _value_of_computation(node, names)
    except _FAILURES:
        raise NotPlain from None


def _value_of_name(node: ast.Name | ast.Attribute, names: Names) -> Any:
    """Return the number that a name stands for."""
    value = names.get(text(node))
    if value is None:
        raise NotPlain
    return value


def _value_of_computation(node: ast.AST, names: Names) -> Any:
    """Return the number of an operator, a choice or a call."""
    if isinstance(node, ast.BinOp):
        return _OPERATORS[type(node.op)](evaluate(node.left, names), evaluate(node.right, names))
    if isinstance(node, ast.UnaryOp):
        return _OPERATORS[type(node.op)](evaluate(node.operand, names), None)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _OPERATORS[type(node.ops[0])](evaluate(node.left, names), evaluate(node.comparators[0], names))
    if isinstance(node, ast.IfExp):
        return evaluate(node.body if evaluate(node.test, names) else node.orelse, names)
    if isinstance(node, ast.Call):
        return _value_of_call(node, names)
    raise NotPlain


def _value_of_call(node: ast.Call, names: Names) -> Any:
    """Return the number of `math.exp(x)`, a node's `x.exp()`, `lift(x)`, `Sub()(a, b)`, `Sub.apply(a, b)`."""
    function, arguments = node.func, [evaluate(argument, names) for argument in node.args]
    name = function.attr if isinstance(function, ast.Attribute) else text(function)
    if isinstance(function, ast.Attribute) and not arguments and not _is_number(function.value):
        arguments = [evaluate(function.value, names)]
    if name in _FUNCTIONS:
        return _FUNCTIONS[name](*arguments)
    if sign := operation_called(function):
        return right(sign, tuple(arguments))
    if len(node.args) == 1 and not node.keywords:
        return arguments[0]
    raise NotPlain


def _is_number(node: ast.expr) -> bool:
    """Whether an expression is a number that no operation of the class can be asked of: `x.data`."""
    return isinstance(node, ast.Attribute)


def result_of(operation: OperationCode, numbers: tuple[float, ...]) -> Any:
    """Return the number that the operation's source gives for these operands; None if that cannot be told."""
    names: Names = {}
    for sources in (operation.parameters, operation.operands, operation.data):
        names.update(zip(sources, numbers, strict=False))
    for name in (*operation.parameters, *operation.operands):
        names[f"{name}.{operation.known.data}"] = names[name]
    makings = {id(making.statement): making for making in operation.makings if is_returned(making, operation)}
    try:
        return _result_of_body(operation.function.body, names, makings)
    except NotPlain:
        return None


def _result_of_body(body: list[ast.stmt], names: Names, makings: dict[int, Making]) -> Any:
    """Return the number which statements make a result with, or return; None if they go on."""
    for statement in body:
        making = makings.get(id(statement))
        if making is not None and making.data is not None:
            return evaluate(making.data, names)
        if isinstance(statement, ast.Return) and statement.value is not None:
            return evaluate(statement.value, names)
        if isinstance(statement, ast.If):
            found = _result_of_body(_branch_taken(statement, names), names, makings)
            if found is not None:
                return found
        for name, value in _assignments(statement):
            _note_value(name, value, names)
    return None


def _branch_taken(statement: ast.If, names: Names) -> list[ast.stmt]:
    """Return the statements of an `if` that run."""
    try:
        runs = evaluate(statement.test, names)
    except NotPlain:
        runs = _is_true_of_node(statement.test)
    return statement.body if runs else statement.orelse


def _is_true_of_node(test: ast.expr) -> bool:
    """Whether a test of its type holds for a node: `isinstance(other, Value)`; not `is_number(other)`."""
    if isinstance(test, ast.UnaryOp):
        return not _is_true_of_node(test.operand)
    if not isinstance(test, ast.Call):
        return False
    return len(test.args) > 1 and not any(name in _NUMBERS for name in names_in(test.args[-1]))


def _assignments(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield what a statement assigns: names with expressions, `x += y` as `x + y`."""
    for target, value in assigned(statement):
        yield text(target), value
    if isinstance(statement, ast.AugAssign):
        yield text(statement.target), ast.BinOp(statement.target, statement.op, statement.value)


def _note_value(name: str, value: ast.expr, names: Names) -> None:
    """Note the number of a name, or that it is unknown now."""
    try:
        names[name] = evaluate(value, names)
    except NotPlain:
        if not isinstance(value, ast.IfExp | ast.Call):
            names.pop(name, None)


_DOUBLE, _SINGLE = 1e-9, 1e-5
"""How far numbers of each precision may be off."""


class TrialOutcome(NamedTuple):
    """The outcome of an operation."""

    kind: str
    """`right`, `wrong`, `absent`, `result` where what came back is no node, or the type of an exception."""
    numbers: tuple[float, ...] = ()
    given: Any = None
    """The number that came back where it is wrong."""


RIGHT, ABSENT_OUTCOME = TrialOutcome("right"), TrialOutcome("absent")
_KEPT: "WeakKeyDictionary[Attribution, dict[tuple[str, str], TrialOutcome]]" = WeakKeyDictionary()


def trial_of(known: SourceAnalysis, sign: str, numbers: str = "") -> TrialOutcome:
    """Return the first outcome that is not right, for operands that are nodes.

    With `numbers` one is a plain number: the one on the `left`, or the one on the `right`.
    """
    kept = _KEPT.setdefault(known.attribution, {})
    if (sign, numbers) not in kept:
        kept[sign, numbers] = _outcome_of_all(known, sign, numbers)
    return kept[sign, numbers]


def _outcome_of_all(known: SourceAnalysis, sign: str, numbers: str) -> TrialOutcome:
    """Return the first outcome that is not right."""
    for point in trial_points(sign):
        outcome = _outcome_at(known, sign, numbers, point)
        if outcome.kind != "right":
            return outcome
    return RIGHT


def _outcome_at(known: SourceAnalysis, sign: str, numbers: str, point: tuple[float, ...]) -> TrialOutcome:
    """Return the outcome for these numbers."""
    player = known.player
    plain = {"left": 0, "right": 1}.get(numbers, 1 if sign == "**" else -1)
    try:
        operands = [x if i == plain else player.leaf(x, "x") for i, x in enumerate(point)]
        with bounded(known.value_class.places):
            result = player.operations.do(sign, operands, [sign, "constants"])
    except Missing:
        return ABSENT_OUTCOME
    except WrongResult:
        return TrialOutcome("result", point)
    except Exception as error:
        return TrialOutcome(type(error).__name__, point)
    number, kind = known.value_class.reader.attribute(result, known.data)
    if kind >= ABSENT:
        return TrialOutcome("result", point)
    with suppress(ArithmeticError):
        if is_close(number, right(sign, point), _SINGLE if kind == SINGLE else _DOUBLE):
            return RIGHT
    return TrialOutcome("wrong", point, number)


def exponent_receives(known: SourceAnalysis) -> bool | None:
    """Whether a node as an exponent has a gradient after a pass; None if not even the base has one."""
    player = known.player
    base, exponent = player.leaf(1.5, "x"), player.leaf(2.0, "y")
    try:
        with bounded(known.value_class.places):
            result = player.operations.do("**", [base, exponent], ["**", "value exponent"])
            player.backward(result, seeds_itself=False)
    except Exception:
        return None
    readings = [known.value_class.reader.attribute(node, known.grad) for node in (base, exponent)]
    of_base, of_exponent = (kind < ABSENT and received != 0 for received, kind in readings)
    return of_exponent if of_base or of_exponent else None

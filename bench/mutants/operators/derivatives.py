"""Derivative rules of powers, quotients and functions that are not what they must be."""

import ast
from collections.abc import Callable, Iterator

from bench.mutants.label import Mutation
from bench.mutants.operators._share import at_share, between, data_of, each_share, is_slope
from bench.mutants.reading.shares import OperandGradient
from bench.mutants.shape import Shape
from bench.mutants.text import Text, TextEdit

_Changes = Iterator[tuple[str, TextEdit | None]]
"""What is changed, in a word, and the edit; None where there is no place for it."""


def slips(shape: Shape) -> Iterator[Mutation]:
    """One share at a time."""
    for scope, share in each_share(shape):
        fault = _fault(share)
        if fault not in _RULES:
            continue
        for kind, edit in _RULES[fault](shape.text, share, data_of(shape, scope, 0)):
            ties = {"precedence"} if kind == "unbracketed" else set()
            if edit is not None:
                yield at_share(shape, share, fault, [edit], kind=kind, accepts=ties)


def _fault(share: OperandGradient) -> str:
    match share.operation, share.operand:
        case "**", 1:
            return "exponent_rule"
        case "**", _:
            return "power_rule"
        case "/", _:
            return "division_rule"
    return f"{share.operation}_rule"


def _of_kind(share: OperandGradient, kind: type[ast.operator]) -> Iterator[ast.BinOp]:
    for node in ast.walk(share.value):
        if isinstance(node, ast.BinOp) and isinstance(node.op, kind):
            yield node


def _undivided(text: Text, quotient: ast.BinOp) -> TextEdit:
    return TextEdit(text.end(quotient.left), text.bracketed(quotient.right)[1], "")


def _power(text: Text, share: OperandGradient, _: str | None) -> _Changes:
    for node in ast.walk(share.value):
        match node:
            case ast.BinOp(op=ast.Pow(), right=ast.BinOp(left=n, op=ast.Sub()) as exponent):
                yield "unbracketed", text.put_bracketed(exponent, text.of(exponent))
            case ast.Call(args=[_, ast.BinOp(left=n, op=ast.Sub()) as exponent]):
                pass
            case _:
                continue
        yield "kept", text.put_bracketed(exponent, text.of(n))
        yield "plus", between(text, n, exponent.right, "-", "+")
        yield "factor", _without_factor(text, share, text.of(n))


def _without_factor(text: Text, share: OperandGradient, factor: str) -> TextEdit | None:
    """`n * x ** (n - 1)` without its factor."""
    for node in _of_kind(share, ast.Mult):
        for one, rest in ((node.left, node.right), (node.right, node.left)):
            if text.of(one) == factor:
                return text.put(node, text.of(rest))
    return None


def _exponent(text: Text, share: OperandGradient, _: str | None) -> _Changes:
    for node in ast.walk(share.value):
        match node:
            case ast.Call(func=ast.Attribute(attr="log"), args=[inner]):
                yield "data", text.put(node, text.of(inner))
                yield "one", text.put(node, "1.0")


def _division(text: Text, share: OperandGradient, _: str | None) -> _Changes:
    quotient = next(_of_kind(share, ast.Div), None)
    if quotient is None:
        return
    yield "undivided", _undivided(text, quotient)
    if share.operand == 0:
        yield "times", between(text, quotient.left, quotient.right, "/", "*")
    match quotient.right:
        case ast.BinOp(left=base, op=ast.Pow() | ast.Mult()) as square:
            yield "unsquared", text.put_bracketed(square, text.of(base))


def _tanh(text: Text, share: OperandGradient, data: str | None) -> _Changes:
    for node in _of_kind(share, ast.Sub):
        squared = _squared(text, node.right)
        if squared is None:
            continue
        base = text.of(squared)
        yield "plus", between(text, node.left, node.right, "-", "+")
        yield "unsquared", text.put(node.right, base)
        yield "square", text.put(node, text.of(node.right))
        yield "sigmoid", text.put_bracketed(node, f"({base} * (1 - {base}))")
        if data is not None and data not in base:
            yield "input", text.put(node.right, f"{data} ** 2")


def _squared(text: Text, node: ast.expr) -> ast.expr | None:
    """What is squared in it."""
    match node:
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=2)):
            return base
        case ast.BinOp(left=base, op=ast.Mult(), right=right) if text.of(base) == text.of(right):
            return base
        case ast.Call(func=ast.Attribute(attr="square"), args=[base]):
            return base
    return None


def _sigmoid(text: Text, share: OperandGradient, _: str | None) -> _Changes:
    node = next(_of_kind(share, ast.Sub), None)
    if node is None:
        return
    result = text.of(node.right)
    yield "plus", between(text, node.left, node.right, "-", "+")
    yield "square", text.put_bracketed(node, result)
    yield "tanh", text.put(node.right, f"{result} ** 2")
    yield "half", TextEdit(text.start(node.left), text.start(node.right), "")


def _exp(text: Text, share: OperandGradient, data: str | None) -> _Changes:
    match share.value:
        case ast.BinOp(left=left, right=right):
            slope = right if left is share.arriving else left
        case slope if is_slope(share):
            pass
        case _:
            return
    yield "dropped", text.put(slope, "1.0")
    if data is not None:
        yield "input", text.put(slope, data)
        yield "monomial", text.put(slope, f"{data} * {text.of(slope)}")


def _log(text: Text, share: OperandGradient, _: str | None) -> _Changes:
    quotient = next(_of_kind(share, ast.Div), None)
    if quotient is None:
        return
    divisor = text.of(quotient.right)
    base = f"({divisor})" if isinstance(quotient.right, ast.BinOp) else divisor
    yield "times", between(text, quotient.left, quotient.right, "/", "*")
    yield "squared", text.put_bracketed(quotient.right, f"{base} ** 2")
    yield "undivided", _undivided(text, quotient)


def _relu(text: Text, share: OperandGradient, _: str | None) -> _Changes:
    around = [node.test for node in text.above(share.value) if isinstance(node, ast.If)]
    for node in [*ast.walk(share.value), *around[:1]]:
        match node:
            case ast.Compare(
                ops=[ast.Gt() | ast.GtE()], left=left, comparators=[ast.Constant(value=0) as zero]
            ):
                sign = ">=" if isinstance(node.ops[0], ast.GtE) else ">"
                yield "inverted", between(text, left, zero, sign, "<")
                yield "always", text.put(node, "True")
            case ast.IfExp(test=test, body=body, orelse=orelse):
                yield "swapped", text.put(node, f"{text.of(orelse)} if {text.of(test)} else {text.of(body)}")


_RULES: dict[str, Callable[[Text, OperandGradient, str | None], _Changes]] = {
    "power_rule": _power,
    "exponent_rule": _exponent,
    "division_rule": _division,
    "tanh_rule": _tanh,
    "sigmoid_rule": _sigmoid,
    "exp_rule": _exp,
    "log_rule": _log,
    "relu_rule": _relu,
}
"""The changes of a share, its operand's data given where it can be written there."""

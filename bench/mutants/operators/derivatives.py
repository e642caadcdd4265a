"""Derivative rules of powers, quotients and functions that are not what they must be."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import at_share, between, data_of, each_share, is_slope
from bench.mutants.reading.scopes import Scope
from bench.mutants.reading.shares import Share
from bench.mutants.shape import Shape
from bench.mutants.text import Edit, Text

_Changes = Iterator[tuple[str, Edit | None]]
"""What is changed, in a word, and the edit; None where there is no place for it."""


def slips(shape: Shape) -> Iterator[Slip]:
    """One share at a time."""
    for scope, share in each_share(shape):
        for kind, edit in _changes(shape, scope, share):
            if edit is not None:
                fault = _fault(share)
                accepts = {"precedence"} if kind == "unbracketed" else set()
                yield at_share(shape, share, fault, [edit], kind=kind, accepts=accepts)


def _fault(share: Share) -> str:
    match share.operation, share.operand:
        case "**", 1:
            return "exponent_rule"
        case "**", _:
            return "power_rule"
        case "/", _:
            return "division_rule"
    return f"{share.operation}_rule"


def _changes(shape: Shape, scope: Scope, share: Share) -> _Changes:
    text = shape.text
    match share.operation, share.operand:
        case "**", 0:
            yield from _power(text, share)
        case "**", 1:
            yield from _exponent(text, share)
        case "/", _:
            yield from _division(text, share)
        case "tanh", _:
            yield from _tanh(text, share, data_of(shape, scope, 0))
        case "sigmoid", _:
            yield from _sigmoid(text, share)
        case "exp", _:
            yield from _exp(shape, scope, share)
        case "log", _:
            yield from _log(text, share)
        case "relu", _:
            yield from _relu(text, share)


def _products(share: Share, kind: type[ast.operator]) -> Iterator[ast.BinOp]:
    for node in ast.walk(share.value):
        if isinstance(node, ast.BinOp) and isinstance(node.op, kind):
            yield node


def _power(text: Text, share: Share) -> _Changes:
    for node in ast.walk(share.value):
        match node:
            case ast.BinOp(
                op=ast.Pow(), right=ast.BinOp(left=n, op=ast.Sub(), right=ast.Constant(value=1)) as exponent
            ):
                start, end = text.bracketed(exponent)
                yield "kept", Edit(start, end, text.of(n))
                yield "plus", between(text, n, exponent.right, "-", "+")
                yield "unbracketed", Edit(start, end, text.of(exponent))
            case ast.Call(args=[_, ast.BinOp(left=n, op=ast.Sub()) as exponent]):
                yield "kept", text.put(exponent, text.of(n))
                yield "plus", between(text, n, exponent.right, "-", "+")
    yield "factor", _without_exponent(text, share)


def _without_exponent(text: Text, share: Share) -> Edit | None:
    """`n * x ** (n - 1)` without its factor."""
    exponents = {text.of(node.left) for node in _products(share, ast.Sub)}
    for node in _products(share, ast.Mult):
        for factor, rest in ((node.left, node.right), (node.right, node.left)):
            if text.of(factor) in exponents and rest is not share.arriving:
                return text.put(node, text.of(rest))
            if text.of(factor) in exponents and rest is share.arriving:
                return text.put(node, text.of(rest))
    return None


def _exponent(text: Text, share: Share) -> _Changes:
    for node in ast.walk(share.value):
        match node:
            case ast.Call(func=ast.Attribute(attr="log"), args=[inner]):
                yield "data", text.put(node, text.of(inner))
                yield "one", text.put(node, "1.0")


def _division(text: Text, share: Share) -> _Changes:
    quotient = next(_products(share, ast.Div), None)
    if quotient is None:
        return
    if share.operand == 0:
        yield "times", between(text, quotient.left, quotient.right, "/", "*")
        yield "undivided", Edit(text.end(quotient.left), text.bracketed(quotient.right)[1], "")
        return
    match quotient.right:
        case ast.BinOp(left=base, op=ast.Pow() | ast.Mult()) as square:
            yield "unsquared", text.put_bracketed(square, text.of(base))
    yield "undivided", Edit(text.end(quotient.left), text.bracketed(quotient.right)[1], "")


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


def _tanh(text: Text, share: Share, data: str | None) -> _Changes:
    for node in _products(share, ast.Sub):
        base = _squared(text, node.right)
        if base is None:
            continue
        yield "plus", between(text, node.left, node.right, "-", "+")
        yield "unsquared", text.put(node.right, text.of(base))
        yield "square", text.put(node, text.of(node.right))
        yield "sigmoid", text.put_bracketed(node, f"({text.of(base)} * (1 - {text.of(base)}))")
        if data is not None and data not in text.of(base):
            yield "input", text.put(node.right, f"{data} ** 2")


def _sigmoid(text: Text, share: Share) -> _Changes:
    for node in _products(share, ast.Sub):
        yield "plus", between(text, node.left, node.right, "-", "+")
        yield "square", text.put_bracketed(node, text.of(node.right))
        yield "tanh", text.put(node.right, f"{text.of(node.right)} ** 2")
        yield "half", Edit(text.start(node.left), text.start(node.right), "")
        break


def _exp(shape: Shape, scope: Scope, share: Share) -> _Changes:
    text = shape.text
    slope: ast.expr | None = share.value if is_slope(share) else None
    if isinstance(share.value, ast.BinOp):
        slope = share.value.right if share.value.left is share.arriving else share.value.left
    if slope is None or slope is share.arriving:
        return
    yield "dropped", text.put(slope, "1.0")
    if (data := data_of(shape, scope, 0)) is not None:
        yield "input", text.put(slope, data)
        yield "monomial", text.put(slope, f"{data} * {text.of(slope)}")


def _log(text: Text, share: Share) -> _Changes:
    quotient = next(_products(share, ast.Div), None)
    if quotient is None:
        return
    yield "times", between(text, quotient.left, quotient.right, "/", "*")
    yield "squared", text.put_bracketed(quotient.right, f"{_atom(text, quotient.right)} ** 2")
    yield "undivided", Edit(text.end(quotient.left), text.bracketed(quotient.right)[1], "")


def _atom(text: Text, node: ast.expr) -> str:
    return f"({text.of(node)})" if isinstance(node, ast.BinOp) else text.of(node)


def _relu(text: Text, share: Share) -> _Changes:
    around = [each.test for each in text.above(share.value) if isinstance(each, ast.If)]
    for node in [*ast.walk(share.value), *around[:1]]:
        match node:
            case ast.Compare(ops=[ast.Gt() | ast.GtE()], left=left, comparators=[right]) if _is_sign(text, right):
                sign = ">=" if ">=" in text.source[text.end(left) : text.start(right)] else ">"
                yield "inverted", between(text, left, right, sign, "<")
                yield "always", text.put(node, "True")
            case ast.IfExp(body=body, orelse=orelse):
                yield "swapped", text.put(node, f"{text.of(orelse)} if {text.of(node.test)} else {text.of(body)}")
    if is_slope(share) and re.fullmatch(r"1(\.0)?", text.of(share.value)):
        yield "doubled", text.put(share.value, "2.0")


def _is_sign(text: Text, node: ast.expr) -> bool:
    return text.of(node) in {"0", "0.0"}

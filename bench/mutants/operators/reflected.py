"""Methods for a number on the left: missing, back to front, without end; numbers that are not wrapped."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import lines
from bench.mutants.reading import words
from bench.mutants.reading.scopes import Scope
from bench.mutants.shape import Shape
from bench.mutants.text import Edit

_SIGNS = {"+": "+", "-": "-", "*": "*", "/": "/"}


def slips(shape: Shape) -> Iterator[Slip]:
    """One method at a time."""
    for name, operation in words.REFLECTED.items():
        method = shape.methods.get(name)
        if method is not None and shape.around(method) is shape.main:
            yield from _method(shape, operation, method)
    yield from _aliases(shape)
    for scope in shape.scopes:
        yield from _unwrapped(shape, scope)
        yield from _exponent(shape, scope)


def _method(shape: Shape, operation: str, method: ast.FunctionDef) -> Iterator[Slip]:
    text = shape.text
    edit = text.put(method, "\n" * text.of(method).count("\n"))
    spots = (text.start(shape.main), text.start(method))
    ties = frozenset({"missing_method"})
    if len(shape.main.body) > 1:
        yield Slip("reflected_missing", (edit,), operation, None, spots, missing=True, accepts=ties)
    returned = method.body[-1]
    if not isinstance(returned, ast.Return) or returned.value is None or operation not in _SIGNS:
        return
    names = [each.arg for each in method.args.args]
    if len(names) != 2:  # noqa: PLR2004
        return
    own, other = names
    spots = (*lines(text, returned), *lines(text, method))
    endless = text.put(returned.value, f"{other} {operation} {own}")
    if text.of(returned.value) != f"{other} {operation} {own}":
        yield Slip("reflected_recurses", (endless,), operation, None, spots)
    if operation in {"-", "/"}:
        swapped = text.put(returned.value, f"{own} {operation} {other}")
        yield Slip("reflected_reversed", (swapped,), operation, None, spots)
    else:
        wrong = "*" if operation == "+" else "+"
        edit = text.put(returned.value, f"{own} {wrong} {other}")
        yield Slip(
            "wrong_forward",
            (edit,),
            operation,
            None,
            spots,
            kind="reflected",
            accepts=frozenset({"reflected_reversed"}),
        )


def _aliases(shape: Shape) -> Iterator[Slip]:
    """`__radd__ = __add__`."""
    text = shape.text
    for node in shape.main.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if name in words.REFLECTED:
                edit = text.put(node, "")
                spots = (text.start(shape.main), *lines(text, node))
                ties = frozenset({"missing_method"})
                yield Slip(
                    "reflected_missing",
                    (edit,),
                    words.REFLECTED[name],
                    None,
                    spots,
                    missing=True,
                    accepts=ties,
                )


def _unwrapped(shape: Shape, scope: Scope) -> Iterator[Slip]:
    """Plain numbers are taken for nodes."""
    text, definition = shape.text, scope.definition
    if not isinstance(definition, ast.FunctionDef) or scope.operation not in _SIGNS:
        return
    for statement in definition.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.IfExp() | ast.Call() as value) if _wraps(
                shape, value
            ):
                name = _wrapped(value)
                if name is None:
                    continue
                edit = text.put(value, name)
                if name == target:
                    edit = text.remove(statement)[0]
                spots = (*lines(text, statement), text.start(definition))
                yield Slip("numbers_not_wrapped", (edit,), scope.operation, None, spots)
            case ast.If(test=test, body=[ast.Assign()]) if "not isinstance" in text.of(test):
                edits = (text.put(statement, "\n" * text.of(statement).count("\n")),)
                spots = (*lines(text, statement), text.start(definition))
                yield Slip("numbers_not_wrapped", edits, scope.operation, None, spots)


def _wraps(shape: Shape, value: ast.expr) -> bool:
    source = shape.text.of(value)
    if isinstance(value, ast.IfExp):
        return "isinstance" in source
    return (
        isinstance(value, ast.Call)
        and len(value.args) == 1
        and bool(
            re.search(
                r"wrap|lift|as_|const|ensure|make|of\(|var\(|val\(|to_value|_node|_as|a_scalar|_coerce",
                source,
            )
        )
    )


def _wrapped(value: ast.expr) -> str | None:
    match value:
        case ast.IfExp(body=ast.Name(id=name)) | ast.Call(args=[ast.Name(id=name)]):
            return name
    return None


def _exponent(shape: Shape, scope: Scope) -> Iterator[Slip]:
    """The exponent is made a node, and stays one in the rule; or its data is taken and it is forgotten."""
    text, definition = shape.text, scope.definition
    if scope.operation != "**" or not isinstance(definition, ast.FunctionDef) or definition.name != "__pow__":
        return
    names = [each.arg for each in definition.args.args]
    shares = shape.shares.get(scope, [])
    if len(shares) != 1 or shape.around(definition) is not shape.main or len(names) != 2:  # noqa: PLR2004
        return
    own, n = names
    source = text.of(definition)
    if n != "other" and f"{n}.{shape.data}" in source:
        return
    share = shares[0]
    forward = [
        node
        for node in ast.walk(definition)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Pow)
        and text.of(node) == f"{own}.{shape.data}{_between(shape, node)}{n}"
    ]
    checks = [each for each in definition.body if isinstance(each, ast.Assert | ast.If)]
    first = next(each for each in definition.body if each not in checks)
    inside = [
        each for each in ast.walk(share.value) if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Sub)
    ]
    if not forward or first.lineno == definition.lineno or len(inside) != 1:
        return
    forgotten = f"{n} = {n}.{shape.data} if isinstance({n}, {shape.main.name}) else {n}"
    if checks:
        edits = [text.put(checks[0], forgotten), *(text.put(each, "") for each in checks[1:])]
        spots = (*lines(text, checks[0]), text.start(definition))
        yield Slip("exponent_as_node", tuple(edits), "**", 1, spots)
    made = f"{n} = {n} if isinstance({n}, {shape.main.name}) else {shape.main.name}({n})"
    edits = [text.before(first, made)]
    edits += [
        text.put(node.right, f"{n}.{shape.data}") for node in forward if node not in ast.walk(share.value)
    ]
    edits += [text.put(inside[0].left, f"{n}.{shape.data}")]
    edits += [edit for each in checks for edit in text.remove(each)]
    spots = (*lines(text, text.statement(share.value)), *lines(text, first), text.start(definition))
    if any(
        isinstance(each, ast.Name) and each.id == n
        for each in ast.walk(share.value)
        if each is not inside[0].left
    ):
        yield Slip("gradient_is_a_node", tuple(edits), "**", 0, spots)


def _between(shape: Shape, node: ast.BinOp) -> str:
    return shape.text.source[shape.text.end(node.left) : shape.text.start(node.right)]

"""Methods for a number on the left: missing, back to front, without end."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading import words
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_OTHER = {"+": "*", "*": "+"}


def slips(shape: Shape) -> Iterator[Mutation]:
    """One method at a time; `__radd__ = __add__` is one, too."""
    for name, operation in words.REFLECTED.items():
        method = shape.methods.get(name)
        if method is not None and shape.around(method) is shape.main:
            yield _missing(shape, method, shape.text.blank(method), operation)
            yield from _returned(shape, operation, method)
    for node in shape.main.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if name in words.REFLECTED:
                yield _missing(shape, node, shape.text.put(node, ""), words.REFLECTED[name])


def _missing(shape: Shape, node: ast.stmt, edit: TextEdit, operation: str) -> Mutation:
    spots, ties = (shape.text.start(shape.main), shape.text.start(node)), {"missing_method"}
    return Mutation("reflected_missing", (edit,), spots, operation, accepts=ties, missing=True)


def _returned(shape: Shape, operation: str, method: ast.FunctionDef) -> Iterator[Mutation]:
    text = shape.text
    match method:
        case ast.FunctionDef(
            args=ast.arguments(args=[ast.arg(arg=own), ast.arg(arg=other)]),
            body=[*_, ast.Return(value=ast.expr() as value)],
        ) if operation != "**":
            spots = (*text.lines(value), text.start(method))
        case _:
            return
    endless = f"{other} {operation} {own}"
    if text.of(value) != endless:
        yield Mutation("reflected_recurses", (text.put(value, endless),), spots, operation)
    if operation in _OTHER:
        edits = (text.put(value, f"{own} {_OTHER[operation]} {other}"),)
        ties = {"reflected_reversed"}
        yield Mutation("wrong_forward", edits, spots, operation, kind="reflected", accepts=ties)
    else:
        edits = (text.put(value, f"{own} {operation} {other}"),)
        yield Mutation("reflected_reversed", edits, spots, operation)

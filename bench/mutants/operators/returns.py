"""What operations return."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading import words
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_OPERATIONS = words.OPERATORS | {name: name for name in words.UNARY}


def slips(shape: Shape) -> Iterator[Mutation]:
    """One method at a time: nothing, or a number."""
    for name, operation in (_OPERATIONS | words.REFLECTED).items():
        method = shape.methods.get(name)
        if method is None or shape.around(method) is not shape.main or method.decorator_list:
            continue
        last = method.body[-1]
        if isinstance(last, ast.Return) and last.value is not None:
            kind = "reflected" if name in words.REFLECTED else ""
            yield _nothing(shape, last, operation, kind)
            if not kind:
                yield from _number(shape, last.value, operation)


def _nothing(shape: Shape, last: ast.Return, operation: str, kind: str) -> Mutation:
    text, value = shape.text, last.value
    assert value is not None
    spots = (*text.definitions(last), *text.lines(last))
    edits: tuple[TextEdit, ...] = (TextEdit(text.start(last), text.start(value), ""),)
    if isinstance(value, ast.Name):
        edits = text.remove(last)
    return Mutation("missing_return", edits, spots, operation, kind=kind, missing=True)


def _number(shape: Shape, value: ast.expr, operation: str) -> Iterator[Mutation]:
    text = shape.text
    match value:
        case ast.Name(id=name):
            number = f"{name}.{shape.data}"
        case ast.Call(func=ast.Name(id=shape.main.name), args=[first, *_]) if _is_expression(first):
            number = text.of(first)
        case _:
            return
    yield Mutation("returns_a_number", (text.put(value, number),), text.lines(value), operation)


def _is_expression(first: ast.expr) -> bool:
    """Whether the first argument is the data, not a name."""
    return not isinstance(first, ast.JoinedStr)

"""Methods that take other arguments than they are given."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading import words
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_FAULT = "wrong_signature"
_OPERATIONS = words.OPERATORS | {name: name for name in words.UNARY}
_NOT_COMMUTING = frozenset({"-", "/"})


def slips(shape: Shape) -> Iterator[Mutation]:
    """One parameter more, one less, two exchanged."""
    for name, operation in (_OPERATIONS | words.REFLECTED).items():
        method = shape.methods.get(name)
        if method is not None and shape.around(method) is shape.main and not method.decorator_list:
            yield from _method(shape, method, operation)


def _method(shape: Shape, method: ast.FunctionDef, operation: str) -> Iterator[Mutation]:
    text, spots, is_reflected = shape.text, shape.text.lines(method), method.name in words.REFLECTED
    match method.args.args:
        case [ast.arg(arg="self") as own]:
            end = text.end(own)
            edits: tuple[TextEdit, ...] = (TextEdit(end, end, ", x" if operation.isalpha() else ", other"),)
            yield Mutation(_FAULT, edits, spots, operation, kind="more", accepts={"raises"})
        case [own, other] if is_reflected and operation in _NOT_COMMUTING:
            edits = (text.put(own, text.of(other)), text.put(other, "self"))
            ties = {"raises", "reflected_reversed"}
            yield Mutation(_FAULT, edits, spots, operation, kind="exchanged", accepts=ties)
        case [own, other] if not is_reflected and f"self.{shape.data}" in text.of(method):
            edits = (TextEdit(text.start(own), text.start(other), ""),)
            ties = {"raises", "name_not_defined"}
            yield Mutation(_FAULT, edits, spots, operation, kind="fewer", accepts=ties)

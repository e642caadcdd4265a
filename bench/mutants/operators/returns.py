"""What operations return, and what arguments they take."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import definitions, lines
from bench.mutants.reading import words
from bench.mutants.reading.scopes import Scope
from bench.mutants.shape import Shape
from bench.mutants.text import Edit


def slips(shape: Shape) -> Iterator[Slip]:
    """One method at a time."""
    for scope in shape.scopes:
        definition = scope.definition
        if not isinstance(definition, ast.FunctionDef) or not _is_operation(definition):
            continue
        if shape.around(definition) is not shape.main or definition.decorator_list:
            continue
        yield from _returned(shape, scope, definition)
        yield from _parameters(shape, scope, definition)
    for name, operation in words.REFLECTED.items():
        method = shape.methods.get(name)
        if method is not None and isinstance(method.body[-1], ast.Return):
            yield _dropped(shape, operation, method, method.body[-1], "reflected")
            yield from _exchanged(shape, operation, method)


def _exchanged(shape: Shape, operation: str, method: ast.FunctionDef) -> Iterator[Slip]:
    """`def __rsub__(other, self)`."""
    text = shape.text
    match method.args.args:
        case [ast.arg(arg="self") as own, other] if operation in {"-", "/"}:
            edits = (text.put(own, text.of(other)), text.put(other, "self"))
            accepts = frozenset({"raises", "reflected_reversed"})
            yield Slip(
                "wrong_signature",
                edits,
                operation,
                None,
                lines(text, method),
                accepts=accepts,
                kind="exchanged",
            )


def _is_operation(definition: ast.FunctionDef) -> bool:
    return definition.name in {*words.OPERATORS, *words.UNARY}


def _dropped(shape: Shape, operation: str, method: ast.FunctionDef, last: ast.Return, kind: str = "") -> Slip:
    text = shape.text
    assert last.value is not None
    spots = (*definitions(text, last), *lines(text, last))
    edits: tuple[Edit, ...] = text.remove(last)
    if not isinstance(last.value, ast.Name):
        edits = (Edit(text.start(last), text.start(last.value), ""),)
    if len(method.body) == 1 and isinstance(last.value, ast.Name):
        edits = text.remove(last)
    return Slip("missing_return", edits, operation, None, spots, missing=True, kind=kind)


def _returned(shape: Shape, scope: Scope, definition: ast.FunctionDef) -> Iterator[Slip]:
    text, last = shape.text, definition.body[-1]
    if not isinstance(last, ast.Return) or last.value is None:
        return
    start, end = text.bracketed(last.value)
    if text.source.count("\n", start, end) and not isinstance(last.value, ast.Call):
        return
    yield _dropped(shape, scope.operation, definition, last)
    spots = lines(text, last)
    if isinstance(last.value, ast.Name):
        edit = text.put(last.value, f"{last.value.id}.{shape.data}")
        yield Slip("returns_a_number", (edit,), scope.operation, None, spots)
    elif isinstance(last.value, ast.Call) and isinstance(last.value.func, ast.Name) and last.value.args:
        if last.value.func.id == shape.main.name and "tape" not in text.of(last.value):
            first = last.value.args[0]
            edit = text.put(last.value, text.of(first))
            if not isinstance(first, ast.JoinedStr):
                yield Slip("returns_a_number", (edit,), scope.operation, None, spots)


def _parameters(shape: Shape, scope: Scope, definition: ast.FunctionDef) -> Iterator[Slip]:
    """One parameter too many, or one too few."""
    text = shape.text
    names = [each.arg for each in definition.args.args]
    accepts = frozenset({"raises"})
    spots = lines(text, definition)
    last = text.end(definition.args.args[-1])
    if names == ["self"]:
        edit = Edit(last, last, ", x" if definition.name in words.UNARY else ", other")
        yield Slip("wrong_signature", (edit,), scope.operation, None, spots, accepts=accepts, kind="more")
    elif len(names) == 2 and scope.operation != "**" and not definition.args.args[0].annotation:  # noqa: PLR2004
        start = text.start(definition.args.args[0])
        edit = Edit(start, text.end(definition.args.args[1]), names[1])
        if f"self.{shape.data}" in text.of(definition):
            ties = accepts | {"name_not_defined"}
            yield Slip("wrong_signature", (edit,), scope.operation, None, spots, accepts=ties, kind="fewer")

"""Names that nobody has given, or that Python does not call."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import each_share, lines
from bench.mutants.reading import words
from bench.mutants.shape import Shape
from bench.mutants.text import Edit

_MISNAMED = {
    "__add__": "__plus__",
    "__sub__": "__minus__",
    "__mul__": "__mult__",
    "__truediv__": "__div__",
    "__pow__": "__power__",
    "__neg__": "__negative__",
    "__radd__": "_radd__",
    "__rmul__": "__rmult__",
    "__rsub__": "__rsubtract__",
    "__rtruediv__": "__rdiv__",
}


def slips(shape: Shape) -> Iterator[Slip]:
    """Methods, imports, variables and attributes."""
    yield from _methods(shape)
    yield from _imports(shape)
    yield from _variables(shape)
    yield from _attributes(shape)


def _methods(shape: Shape) -> Iterator[Slip]:
    text = shape.text
    for name, wrong in _MISNAMED.items():
        method = shape.methods.get(name)
        if method is None or shape.around(method) is not shape.main:
            continue
        operation = words.OPERATORS.get(name) or words.REFLECTED.get(name)
        start = text.source.index(name, text.start(method))
        edit = Edit(start, start + len(name), wrong)
        ties = {"missing_method"} | ({"reflected_missing"} if name in words.REFLECTED else set())
        kind = "reflected" if name in words.REFLECTED else ""
        yield Slip(
            "wrong_name", (edit,), operation, None, lines(text, method), accepts=frozenset(ties), kind=kind
        )
        if name in words.OPERATORS and not re.search(rf"= {name}\b", text.source):
            yield from _deleted(shape, method, operation)
    backward = next((each for each in shape.passes if each.name == "backward"), None)
    if backward is not None and shape.around(backward) is shape.main and len(shape.passes) == 1:
        yield from _deleted(shape, backward, None)


def _deleted(shape: Shape, method: ast.FunctionDef, operation: str | None) -> Iterator[Slip]:
    text = shape.text
    if (
        method.decorator_list
        or isinstance(text.block(method)[0], ast.FunctionDef)
        and len(text.block(method)) == 1
    ):
        return
    edit = text.put(method, "\n" * text.of(method).count("\n"))
    spots = (text.start(shape.main), text.start(method))
    yield Slip("missing_method", (edit,), operation, None, spots, missing=True)


def _imports(shape: Shape) -> Iterator[Slip]:
    """`math` is used, but not imported."""
    text = shape.text
    for node in text.tree.body:
        match node:
            case ast.Import(names=[ast.alias(name="math")]):
                edit = text.put(node, "")
                used = [
                    each for each in ast.walk(text.tree) if isinstance(each, ast.Name) and each.id == "math"
                ]
                spots = tuple(text.start(each) for each in used)
                if spots:
                    yield Slip("name_not_defined", (edit,), None, None, spots, missing=True, kind="import")
            case ast.ImportFrom(module="math", names=names) if len(names) > 1:
                kept = ", ".join(each.name for each in names[1:])
                edit = text.put(node, f"from math import {kept}")
                used = [
                    each
                    for each in ast.walk(text.tree)
                    if isinstance(each, ast.Name) and each.id == names[0].name
                ]
                spots = tuple(text.start(each) for each in used)
                if spots and names[0].asname is None:
                    yield Slip("name_not_defined", (edit,), None, None, spots, missing=True, kind="import")


def _variables(shape: Shape) -> Iterator[Slip]:
    """A variable that is misspelt in a share."""
    text = shape.text
    for _, share in each_share(shape):
        match share.arriving:
            case ast.Attribute(value=ast.Name(id=name) as variable) if name != "self":
                edit = text.put(variable, name[:-1] if len(name) > 2 else f"{name}{name}")  # noqa: PLR2004
            case ast.Name(id=name):
                edit = text.put(share.arriving, f"{name}{name[-1]}")
            case _:
                continue
        spots = lines(text, text.statement(share.value))
        yield Slip(
            "name_not_defined",
            (edit,),
            share.operation,
            share.operand,
            spots,
            kind=f"variable{_number(shape, share)}",
        )


def _number(shape: Shape, share: object) -> str:
    found = [each for _, each in each_share(shape)]
    return str(found.index(share)) if share in found else ""  # type: ignore[arg-type]


def _attributes(shape: Shape) -> Iterator[Slip]:
    """An attribute that is misspelt in a share or in a forward expression."""
    text = shape.text
    accepts = frozenset({"wrong_name"})
    for _, share in each_share(shape):
        for node in ast.walk(share.value):
            if isinstance(node, ast.Attribute) and (words.is_data(node) or words.is_gradient(node)):
                name = node.attr[:-1] + node.attr[-1] * 2
                edit = text.put(node, f"{text.of(node.value)}.{name}")
                spots = lines(text, text.statement(node))
                kind = f"attribute{_number(shape, share)}"
                yield Slip(
                    "raises", (edit,), share.operation, share.operand, spots, accepts=accepts, kind=kind
                )
                break

"""Names that nobody has given, or that Python does not call."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.operators._share import each_share
from bench.mutants.reading import words
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

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


def slips(shape: Shape) -> Iterator[Mutation]:
    """Methods, imports, variables and attributes."""
    for name, wrong in _MISNAMED.items():
        method = shape.methods.get(name)
        if method is not None and shape.around(method) is shape.main:
            yield from _method(shape, method, wrong)
    if len(shape.passes) == 1 and shape.passes[0].name == "backward":
        yield from _deleted(shape, shape.passes[0], None)
    yield from _imports(shape)
    yield from _in_shares(shape)


def _method(shape: Shape, method: ast.FunctionDef, wrong: str) -> Iterator[Mutation]:
    text, name = shape.text, method.name
    start = text.source.index(name, text.start(method))
    edits, spots = (TextEdit(start, start + len(name), wrong),), text.lines(method)
    if name in words.REFLECTED:
        ties = {"missing_method", "reflected_missing"}
        yield Mutation("wrong_name", edits, spots, words.REFLECTED[name], kind="reflected", accepts=ties)
        return
    yield Mutation("wrong_name", edits, spots, words.OPERATORS[name], accepts={"missing_method"})
    if not re.search(rf"= {name}\b", text.source):
        yield from _deleted(shape, method, words.OPERATORS[name])


def _deleted(shape: Shape, method: ast.FunctionDef, operation: str | None) -> Iterator[Mutation]:
    if shape.around(method) is shape.main and not method.decorator_list:
        spots = (shape.text.start(shape.main), shape.text.start(method))
        yield Mutation("missing_method", (shape.text.blank(method),), spots, operation, missing=True)


def _imports(shape: Shape) -> Iterator[Mutation]:
    """`math` is used, but not imported; or one of its functions is not."""
    text = shape.text
    for node in text.tree.body:
        match node:
            case ast.Import(names=[ast.alias(name="math" as name)]):
                edit = text.put(node, "")
            case ast.ImportFrom(module="math", names=[ast.alias(name=name, asname=None), *names]) if names:
                edit = text.put(node, f"from math import {', '.join(name.name for name in names)}")
            case _:
                continue
        used = [node for node in ast.walk(text.tree) if isinstance(node, ast.Name) and node.id == name]
        if used:
            spots = tuple(map(text.start, used))
            yield Mutation("name_not_defined", (edit,), spots, kind="import", missing=True)


def _in_shares(shape: Shape) -> Iterator[Mutation]:
    """A variable or an attribute that is misspelt in a share."""
    text = shape.text
    for number, (_, share) in enumerate(each_share(shape)):
        place = (text.lines(share.value), share.operation, share.operand)
        match share.arriving:
            case ast.Attribute(value=ast.Name(id=name) as variable) if name != "self":
                edit = text.put(variable, name[:-1] or f"{name}{name}")
                yield Mutation("name_not_defined", (edit,), *place, kind=f"variable{number}")
            case ast.Name(id=name) as variable:
                edit = text.put(variable, f"{name}{name[-1]}")
                yield Mutation("name_not_defined", (edit,), *place, kind=f"variable{number}")
        attribute = next(filter(_is_number, ast.walk(share.value)), None)
        if isinstance(attribute, ast.Attribute):
            edit = text.put(attribute, f"{text.of(attribute)}{attribute.attr[-1]}")
            yield Mutation("raises", (edit,), *place, kind=f"attribute{number}", accepts={"wrong_name"})


def _is_number(node: ast.AST) -> bool:
    return words.is_data(node) or words.is_gradient(node)

"""Lists the flags and modes of a constructor, with other values than their defaults."""

import ast
import inspect
import types
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import partial
from typing import Any

from ..model.find_class import ValueClass
from ..model.signatures import signature_of
from ..model.ways_to_make import STARS
from .nodes import walk

_UNSET = (None, inspect.Parameter.empty)

Keywords = Mapping[str, Any]


def flags(found: ValueClass, trees: list[ast.Module]) -> Iterator[Keywords]:
    """Yield keywords to give beside the number: flags the other way round, then what is None, then texts."""
    texts = _texts_compared(trees, found.module)
    yield from ({name: True} for name in _names_of_keywords(found.cls))
    defaults = _defaults(found.cls)
    for others in (_negated, _other_modes, partial(_other_texts, texts)):
        yield from ({name: other} for name, value in defaults.items() for other in others(value))


def _negated(default: Any) -> list[bool]:
    """Return a flag the other way round."""
    return [not default] if isinstance(default, bool) else []


def _other_modes(default: Any) -> list[Any]:
    """Return the other members of an enumeration; True for what may be a flag, and does not say so."""
    if isinstance(default, Enum):
        return [member for member in type(default) if member is not default]
    return [True] if default in _UNSET or (type(default) is int and default in (0, 1)) else []


def _other_texts(texts: list[str], default: Any) -> list[str]:
    """Return the texts that the source compares, where the default may be one of them."""
    return (
        [text for text in texts if text != default] if default in _UNSET or isinstance(default, str) else []
    )


def _defaults(cls: type) -> dict[str, Any]:
    """Return the constructor's parameters behind the first, with their defaults; `empty` for none."""
    parameters = [*signature_of(cls).values()][1:]
    plain = (bool, int, str, Enum, type(None))
    return {
        each.name: each.default
        for each in parameters
        if each.kind not in STARS and (each.default is each.empty or isinstance(each.default, plain))
    }


def _names_of_keywords(cls: type) -> list[str]:
    """Return the texts in a constructor that takes any keyword: some are names of those."""
    code = getattr(cls.__init__, "__code__", None)  # type: ignore[misc]
    if code is None or not code.co_flags & inspect.CO_VARKEYWORDS:
        return []
    return [text for text in code.co_consts if isinstance(text, str) and text.isidentifier()]


def _texts_compared(trees: list[ast.Module], module: types.ModuleType) -> list[str]:
    """Return the texts that the source compares something with, or looks something up by."""
    texts = (
        text
        for tree in trees
        for node in walk(tree)
        for part in _compared_parts(node)
        for text in _texts_of(part, module)
    )
    return list(dict.fromkeys(texts))


def _compared_parts(node: ast.AST) -> list[ast.expr]:
    """Return the expressions that a node compares, or has as keys."""
    match node:
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.MatchValue():
            return [node.value]
        case ast.Dict():
            return [key for key in node.keys if key is not None]
    return []


def _texts_of(node: ast.expr, module: types.ModuleType) -> Iterator[str]:
    """Yield the texts that an expression is, or lists, or is a name of."""
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.Tuple() | ast.List() | ast.Set():
            for element in node.elts:
                yield from _texts_of(element, module)
        case ast.Name(id=name) if isinstance(value := module.__dict__.get(name), str):
            yield value

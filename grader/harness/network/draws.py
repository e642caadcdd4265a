"""Finds where each call of a network draws new weights."""

import ast
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ..loading.source import Cell
from .loops import ends, parsed


def place_of_draw(cells: Iterable[Cell], classes: Collection[str], node_class: str) -> dict[str, Any]:
    """Return the line where a method of these classes, not the constructor, makes a node of a drawn number.

    It is empty where none does.
    """
    for cell in cells:
        for node in _nodes_of_methods(parsed(cell.examples or cell.text), classes):
            if _is_drawn(node, node_class):
                return {"line": getattr(node, "lineno", None), "cell": cell.number}
    return {}


def _nodes_of_methods(tree: ast.AST, classes: Collection[str]) -> Iterator[ast.AST]:
    """Yield what is in the methods of these classes, without their constructors."""
    for cls in ast.walk(tree):
        if isinstance(cls, ast.ClassDef) and cls.name in classes:
            for method in cls.body:
                if isinstance(method, ast.FunctionDef) and method.name != "__init__":
                    yield from ast.walk(method)


def _is_drawn(node: ast.AST, node_class: str) -> bool:
    """Whether a call makes a node of what another call returns."""
    match node:
        case ast.Call(made, [number, *_]):
            return ends(made) == node_class and any(isinstance(each, ast.Call) for each in ast.walk(number))
    return False

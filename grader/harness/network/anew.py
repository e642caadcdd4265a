"""Finds where a network draws its weights again in each call."""

import ast
from collections.abc import Collection, Iterable
from typing import Any

from ..loading.source import Cell
from .loops import ends, parsed


def place_of_draw(cells: Iterable[Cell], classes: Collection[str], node_class: str) -> dict[str, Any]:
    """Return the line where a method of these classes, not the constructor, makes a node of a drawn number.

    It is empty where none does.
    """
    for cell in cells:
        for cls in ast.walk(parsed(cell.examples or cell.text)):
            if isinstance(cls, ast.ClassDef) and cls.name in classes:
                for method in cls.body:
                    for node in ast.walk(method):
                        if getattr(method, "name", "__init__") != "__init__" and _is_drawn(node, node_class):
                            return {"line": getattr(node, "lineno", None), "cell": cell.number}
    return {}


def _is_drawn(node: ast.AST, node_class: str) -> bool:
    """Whether it makes a node of what a call returns."""
    match node:
        case ast.Call(made, [number, *_]):
            return ends(made) == node_class and any(isinstance(each, ast.Call) for each in ast.walk(number))
    return False

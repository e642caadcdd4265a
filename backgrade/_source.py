"""The source of a class: the cells that this notebook has run, or the file of the class's module."""

import ast
import json
import sys

from grader.sandbox.plays import Source
from submissions.grading.intake.source import from_bytes, from_path
from submissions.texts.file_name import file_name

NOTEBOOK, _MODULE = "notebook.ipynb", "module.py"
_MAIN = "__main__"


class SourceNotFound(Exception):
    """Nobody knows the source of the class: it was neither defined in a notebook nor in a file."""


def source_of(cls: type) -> Source:
    """Return what defines the class, with everything that stands beside it.

    Raises:
        SourceNotFound: if it was defined elsewhere, for example in the interactive shell of Python.
        Refused: if it is too large, or cannot be read.
    """
    if is_of_notebook(cls):
        return source_of_notebook()
    path = getattr(sys.modules.get(cls.__module__), "__file__", None)
    if path is None:
        raise SourceNotFound(f"The source of {cls.__name__} is in no cell and in no file.")
    return Source(file_name(path, _MODULE), from_path(path).content)


def is_of_notebook(cls: type) -> bool:
    """Whether a cell of this notebook defines the class."""
    return cls.__module__ == _MAIN and bool(_cells())


def source_of_notebook(last: str = "") -> Source:
    """Return what this notebook has run; `last` is the cell at work, where its history has not got it yet.

    Raises `Refused` if it is too large, or empty.
    """
    cells = _cells()
    if last and (not cells or cells[-1].strip() != last.strip()):
        cells.append(last)
    return from_bytes(_notebook(_in_force(cells)), NOTEBOOK)


def classes_in(cell: str) -> list[str]:
    """Return the names of the classes that a cell defines, also within an `if` or a function."""
    nodes = (node for statement in _parsed(cell) for node in ast.walk(statement))
    return [node.name for node in nodes if isinstance(node, ast.ClassDef)]


def _cells() -> list[str]:
    """Return what this kernel has run, in order: number 7 is what Jupyter shows as [7]. Empty without one."""
    library = sys.modules.get("IPython")
    shell = library.get_ipython() if library else None
    return list(shell.history_manager.input_hist_raw)[1:] if shell else []


def _in_force(cells: list[str]) -> list[str]:
    """Return the cells, each replaced by an empty one if later cells define its class again.

    Each run of a cell is in the history: an afternoon of work at one class would be too large a notebook.
    """
    kept: list[str] = []
    later: set[str] = set()
    for cell in reversed(cells):
        body = _parsed(cell)
        names = {name for statement in body for name in _names(statement)}
        kept.append("" if names <= later and _defines_a_class_alone(body, names) else cell)
        later |= names
    return kept[::-1]


def _parsed(cell: str) -> list[ast.stmt]:
    """Return the statements of a cell; none where it is not Python alone."""
    first, _, rest = cell.lstrip().partition("\n")
    try:
        return ast.parse(rest if first.startswith("%%") else cell).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _names(statement: ast.stmt) -> list[str]:
    """Return the names that a statement binds."""
    match statement:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return [name]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [alias.asname or alias.name for alias in names]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
    return []


def _defines_a_class_alone(body: list[ast.stmt], names: set[str]) -> bool:
    """Whether a cell defines a class, and changes nothing that another cell defines."""
    has_class = any(isinstance(statement, ast.ClassDef) for statement in body)
    return has_class and all(_names(statement) or _root(statement) in {*names, "print"} for statement in body)


def _root(statement: ast.stmt) -> str | None:
    """Return the name that a call or an assignment begins with: of `a.b.c()`, a."""
    match statement:
        case ast.Expr(ast.Call(func=node)) | ast.Assign(targets=[node]):
            while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
                node = node.func if isinstance(node, ast.Call) else node.value
            return node.id if isinstance(node, ast.Name) else None
    return None


def _notebook(cells: list[str]) -> bytes:
    documents = [
        {"cell_type": "code", "execution_count": number, "metadata": {}, "outputs": [], "source": text}
        for number, text in enumerate(cells, 1)
    ]
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": documents}
    return json.dumps(notebook).encode()

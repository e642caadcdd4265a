"""What a source defines, without what it does: for one whose top-level code did not come to an end."""

import ast
from dataclasses import replace

from .source import Cell

_ACTIONS = (ast.Call, ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def definitions_of(cell: Cell) -> Cell:
    """The cell with every top-level statement blanked that calls or loops; lines keep their numbers."""
    try:
        tree = ast.parse(cell.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return cell
    lines = cell.text.split("\n")
    for statement in tree.body:
        if not _only_defines(statement):
            for line in range(statement.lineno - 1, statement.end_lineno or statement.lineno):
                lines[line] = ""
    return replace(cell, text="\n".join(lines))


def _only_defines(statement: ast.stmt) -> bool:
    if isinstance(statement, _DEFINITIONS):
        return True
    return not any(isinstance(node, _ACTIONS) for node in ast.walk(statement))

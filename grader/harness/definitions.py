"""What a source defines, without what it does: for one whose top-level code did not come to an end.

Kept is what adds to a class from outside too: `Value.tanh = tanh`, `setattr` in a loop over a table,
and calls of functions that do so.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from .source import Cell

_TRUE_LOOPS = (ast.For, ast.While)
_LOOPS = (*_TRUE_LOOPS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.ClassDef, *_FUNCTIONS)
_WHERE_IMPORTS_FAIL = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


def definitions_of(cells: list[Cell]) -> list[Cell]:
    """The cells with every top-level statement blanked that does something; lines keep their numbers."""
    trees = [_parsed(cell) for cell in cells]
    names = _Names.of([statement for tree in trees if tree for statement in tree.body])
    return [_blanked(cell, tree, names) if tree else cell for cell, tree in zip(cells, trees, strict=True)]


def optional_imports(cells: list[Cell]) -> frozenset[str]:
    """The modules whose absence the source is prepared for: `try: import torch` / `except ImportError:`."""
    texts = (cell for cell in cells if "except" in cell.text and "import" in cell.text)
    tries = (node for cell in texts if (tree := _parsed(cell)) for node in ast.walk(tree))
    return frozenset(
        name for node in tries if isinstance(node, ast.Try) and _is_prepared(node) for name in _imported(node)
    )


@dataclass(frozen=True)
class _Names:
    """What the source itself defines."""

    classes: frozenset[str]
    installing: frozenset[str]
    """Functions that add to classes."""
    looping: frozenset[str]
    """Functions and methods that loop, or call one that does: they may take any time."""

    @classmethod
    def of(cls, statements: list[ast.stmt]) -> "_Names":
        classes = {statement.name for statement in statements if isinstance(statement, ast.ClassDef)}
        functions = [
            node for statement in statements for node in ast.walk(statement) if isinstance(node, _FUNCTIONS)
        ]
        installing = {f.name for f in functions if _called(f) & {"setattr"} or classes & {*_owners(f)}}
        looping = {f.name for f in functions if any(isinstance(node, _TRUE_LOOPS) for node in ast.walk(f))}
        for _ in functions:
            more = {f.name for f in functions if _called(f) & looping}
            if more <= looping:
                break
            looping |= more
        return cls(frozenset(classes), frozenset({*installing, "setattr"}), frozenset(looping))


def _parsed(cell: Cell) -> ast.Module | None:
    try:
        return ast.parse(cell.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _blanked(cell: Cell, tree: ast.Module, names: _Names) -> Cell:
    lines = cell.text.split("\n")
    for statement in tree.body:
        if not _only_defines(statement, names):
            for line in range(statement.lineno - 1, statement.end_lineno or statement.lineno):
                lines[line] = ""
    return replace(cell, text="\n".join(lines), examples=cell.text)


def _only_defines(statement: ast.stmt, names: _Names) -> bool:
    if isinstance(statement, _DEFINITIONS):
        return True
    if isinstance(statement, ast.Try):
        return all(_only_defines(inner_statement, names) for inner_statement in statement.body)
    called = _called(statement)
    if called & names.installing:
        return not any(isinstance(node, ast.While) for node in ast.walk(statement))
    if any(isinstance(node, _LOOPS) for node in ast.walk(statement)) or called & names.looping:
        return False
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        return True
    return not called or _is_about(statement, names.classes)


def _called(node: ast.AST) -> set[str]:
    """The names of the functions and methods that are called in it."""
    functions = (inner.func for inner in ast.walk(node) if isinstance(inner, ast.Call))
    return {f.attr if isinstance(f, ast.Attribute) else getattr(f, "id", "") for f in functions}


def _is_about(statement: ast.stmt, classes: frozenset[str]) -> bool:
    """Whether it calls something of a class of the source's, as in `Tape.stack.append(Tape())`."""
    place = statement.value.func if _is_call(statement) else None
    while isinstance(place, ast.Attribute):
        place = place.value
    return isinstance(place, ast.Name) and place.id in classes


def _is_call(statement: ast.stmt) -> TypeGuard[Any]:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)


def _owners(function: ast.AST) -> Iterator[str]:
    """The names on whose attributes it assigns."""
    for node in ast.walk(function):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                yield target.value.id


def _is_prepared(attempt: ast.Try) -> bool:
    """Whether a failed import is caught, and not in order to end."""
    for handler in attempt.handlers:
        kinds = ast.walk(handler.type) if handler.type else [ast.Name("Exception")]
        if any(isinstance(node, ast.Name) and node.id in _WHERE_IMPORTS_FAIL for node in kinds):
            return not any(_ends(node) for node in ast.walk(handler))
    return False


def _ends(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.Raise)
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in ("exit", "quit", "_exit")


def _imported(attempt: ast.Try) -> Iterator[str]:
    for statement in attempt.body:
        if isinstance(statement, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            yield statement.module.partition(".")[0]

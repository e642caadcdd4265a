"""Finds modules that a source can do without: it tries to import them, and catches the error."""

import ast
from collections.abc import Iterator

from .source import Cell, parsed

_WHERE_IMPORTS_FAIL = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


def optional_imports(cells: list[Cell]) -> frozenset[str]:
    """Return the modules whose absence the source is prepared for: `except ImportError:`."""
    texts = (cell for cell in cells if "except" in cell.text and "import" in cell.text)
    tries = (node for cell in texts if (tree := parsed(cell)) for node in ast.walk(tree))
    return frozenset(
        name
        for node in tries
        if isinstance(node, ast.Try) and _is_prepared(node)
        for name in _modules_imported(node)
    )


def _is_prepared(attempt: ast.Try) -> bool:
    """Whether a failed import is caught, and not in order to end."""
    for handler in attempt.handlers:
        kinds = ast.walk(handler.type) if handler.type else [ast.Name("Exception")]
        if any(isinstance(node, ast.Name) and node.id in _WHERE_IMPORTS_FAIL for node in kinds):
            return not any(_ends_program(node) for node in ast.walk(handler))
    return False


def _ends_program(node: ast.AST) -> bool:
    """Whether a node raises, or ends the program."""
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.Raise)
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in ("exit", "quit", "_exit")


def _modules_imported(attempt: ast.Try) -> Iterator[str]:
    """Yield the modules that a `try` imports."""
    for statement in attempt.body:
        if isinstance(statement, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            # `.engine` of `from .engine import Value` and of `from . import engine`, as `StandInFinder` says.
            names = [statement.module] if statement.module else [alias.name for alias in statement.names]
            yield from ("." * bool(statement.level) + name.partition(".")[0] for name in names)

"""Whether a file trains in a loop of its own: what stands in that need not be a function."""

import ast
from collections.abc import Iterable

from ..loading.source import Cell

IN_LOOPS = ("zero_grad()", "loss", "step")
"""The parts that may stand in a training loop."""


def has_training_loop(cells: Iterable[Cell]) -> bool:
    """Whether some loop goes backward; read, not run."""
    return any(
        isinstance(node, ast.For | ast.While) and _goes_backward(node)
        for cell in cells
        for node in ast.walk(_parsed(cell.examples or cell.text))
    )


def _parsed(text: str) -> ast.AST:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _goes_backward(loop: ast.AST) -> bool:
    """Whether a pass begins in it: a rule that a pass calls has a name with `_`."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and "back" in node.func.attr.lower()
        and not node.func.attr.startswith("_")
        for node in ast.walk(loop)
    )

"""No function of the product has many ways through it, or is long.

Complexity is the number of ways through a function, as McCabe counts them: one, and one more for each branch.
"""

import ast
from pathlib import Path

from tests.test_architecture import MODULES, offenders, parse

COMPLEX = 10
"""The most ways through a function."""
LONG = 40
"""The most lines of a function."""
_BRANCHES = (
    ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.comprehension, ast.match_case, ast.Assert,
)  # fmt: skip


def complexity(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the ways through a function, with those through functions inside it."""
    ways = 1
    for node in ast.walk(function):
        ways += isinstance(node, _BRANCHES)
        ways += len(node.values) - 1 if isinstance(node, ast.BoolOp) else 0
    return ways


def is_long(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it has more lines than a reader sees at once; decorators are not counted."""
    return (function.end_lineno or 0) - function.lineno >= LONG


def _offending(path: Path) -> list[str]:
    """Return the names of a module's functions that are long, or have many ways through them."""
    functions = (n for n in ast.walk(parse(path)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return [each.name for each in functions if complexity(each) > COMPLEX or is_long(each)]


def test_every_function_is_short_and_simple() -> None:
    assert offenders(MODULES, _offending) == {}, "give these functions a simpler shape"

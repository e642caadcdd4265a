"""No function of the product has many ways through it.

Complexity is the number of ways through a function, as McCabe counts them: one, and one more for each branch.
"""

import ast
from pathlib import Path

from tests.test_architecture import MODULES, offenders, parse

COMPLEX = 10
"""The most ways through a function."""
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


def _complex_in(path: Path) -> list[str]:
    """Return the names of a module's functions that have many ways through them."""
    functions = (n for n in ast.walk(parse(path)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return [function.name for function in functions if complexity(function) > COMPLEX]


def test_no_function_has_many_ways() -> None:
    assert offenders(MODULES, _complex_in) == {}, "give these functions a simpler shape"

"""A function with many ways through it says why in a comment.

Complexity is the number of ways through a function, as McCabe counts them: one, and one more for each branch.
"""

import ast
import io
import tokenize

from tests.test_architecture import MODULES, offenders, parse

COMPLEX = 10
"""The most ways through a function that needs no comment."""
_BRANCHES = (
    ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.comprehension, ast.match_case, ast.Assert,
)  # fmt: skip
_FOR_TOOLS = ("noqa", "fmt:", "type:", "pragma:")


def complexity(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the ways through a function, with those through functions inside it."""
    ways = 1
    for node in ast.walk(function):
        ways += isinstance(node, _BRANCHES)
        ways += len(node.values) - 1 if isinstance(node, ast.BoolOp) else 0
    return ways


def without_a_reason(source: str, tree: ast.Module | None = None) -> list[str]:
    """Return the names of the functions that have many ways through them, and no comment for people."""
    complex_ones = [
        node
        for node in ast.walk(tree or ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and complexity(node) > COMPLEX
    ]
    comments = _comments(source) if complex_ones else []
    return [
        node.name
        for node in complex_ones
        if not any(node.lineno <= line <= (node.end_lineno or 0) for line in comments)
    ]


def _comments(source: str) -> list[int]:
    """Return the lines of the comments for people."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [
        token.start[0]
        for token in tokens
        if token.type == tokenize.COMMENT and not token.string.lstrip("# ").startswith(_FOR_TOOLS)
    ]


def test_a_comment_for_tools_is_no_reason() -> None:
    branches = "".join(f"    if x == {number}:\n        return {number}\n" for number in range(COMPLEX))

    assert without_a_reason(f"def f(x):  # noqa: ANN001\n{branches}") == ["f"]
    assert without_a_reason(f"def f(x):\n    # The order decides.\n{branches}") == []
    assert without_a_reason("def f(x):\n    return x\n") == []


def test_every_function_with_many_ways_says_why() -> None:
    found = offenders(MODULES, lambda path: without_a_reason(path.read_text(encoding="utf-8"), parse(path)))

    assert found == {}, "say in a comment why these functions are so, or split them"

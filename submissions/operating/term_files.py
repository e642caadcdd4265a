"""The files that students of a made term submit: a right class, and it with each known fault."""

import ast
from collections.abc import Iterable
from functools import cache

from grader import faults
from grader.reference import edited, source

_HEAD = "import math\n\n\n"

RIGHT = ""
"""The place of a fault where there is none."""


@cache
def right() -> str:
    """A class without a fault."""
    return _HEAD + _as_students_write(source())


@cache
def wrong(fault: str, place: str) -> str:
    """The class with a fault at a place, such as `*` or `everywhere`.

    Raises:
        KeyError: if it has no such example.
    """
    return _HEAD + _as_students_write(edited(faults.load()[fault].examples[place]))


def lacking(methods: Iterable[str]) -> str:
    """The class without some of its methods, as somebody has it who is not that far."""
    tree = ast.parse(right())
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            node.body = [
                each for each in node.body if not (isinstance(each, ast.FunctionDef) and each.name in methods)
            ]
    return ast.unparse(tree) + "\n"


def places(fault: str) -> list[str]:
    """Where a fault can be; none that never ends, as each would take all of its time."""
    examples = faults.load()[fault].examples
    return [place for place, edits in examples.items() if not any(edit.endless for edit in edits)]


def _as_students_write(text: str) -> str:
    """Without the annotations of our own code."""
    tree = _WithoutAnnotations().visit(ast.parse(text))
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


class _WithoutAnnotations(ast.NodeTransformer):
    """Takes annotations and docstrings out."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        for argument in [*node.args.args, *node.args.kwonlyargs]:
            argument.annotation = None
        self.generic_visit(node)
        node.body = _without_docstring(node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.generic_visit(node)
        node.body = _without_docstring(node.body)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.Pass()
        return ast.Assign(targets=[node.target], value=node.value)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return (body[1:] or [ast.Pass()]) if is_text else body

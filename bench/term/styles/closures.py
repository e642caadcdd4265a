"""Each operation keeps a function with its rule, as in the lecture: the reference, without its annotations.

The catalogue's faults are edits of the reference, so this style can have every one of them.
"""

import ast

from bench.term.styles._style import NOT_IN_THE_LECTURE, Mistake, Style
from grader import faults
from grader.reference import source


def _as_students_write(text: str) -> str:
    """The text without annotations and docstrings of ours, one blank line between methods."""
    tree = _WithoutAnnotations().visit(ast.parse(text))
    return "import math\n\n\n" + ast.unparse(ast.fix_missing_locations(tree)) + "\n"


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
        body = [each for each in node.body if getattr(each, "name", "") not in NOT_IN_THE_LECTURE]
        node.body = _without_docstring(body)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.Pass()
        return ast.Assign(targets=[node.target], value=node.value)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return (body[1:] or [ast.Pass()]) if is_text else body


STYLE = Style(
    text=source(),
    finish=_as_students_write,
    mistakes={
        Mistake(slug, place): edits
        for slug, fault in faults.load().items()
        for place, edits in fault.examples.items()
        if not any(edit.endless for edit in edits)  # each would take all of its time
        if not NOT_IN_THE_LECTURE & {edit.inside for edit in edits} or place == "everywhere"
    },
    share=62,
)

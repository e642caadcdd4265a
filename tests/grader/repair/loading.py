"""Submissions loaded in the test's own process, as the harness loads them inside the sandbox."""

import ast
from functools import cache
from typing import Any

from grader.harness.loading import submission
from grader.harness.loading.source import Cell
from grader.harness.model.find_class import ValueClass
from grader.harness.repair.survey import Survey
from grader.harness.repair.syntax import inside
from grader.harness.repair.tree import Tree
from grader.harness.rewrites import FAMILIES
from grader.harness.running.problem import Places
from tests.corpus_files import member

_HEADER: dict[str, Any] = {
    "name": "value.py", "notebook": False, "definitions_only": False, "needs_backward": True,
    "caller_seeds": False, "may_not_record": False, "class_name": "", "reference": "",
}  # fmt: skip


def tree_of(*texts: str) -> Tree:
    """The tree of some pieces of source."""
    return Tree.of([Cell(f"piece {number}", text) for number, text in enumerate(texts)])


def survey_of(text: str) -> Survey:
    """The survey of a source, which is run."""
    cell, places = Cell("value.py", text), Places()

    def run(pieces: list[tuple[Cell, Any]]) -> ValueClass | None:
        return submission.run(pieces, _HEADER, places)[1]

    found = run([(cell, text)])
    assert found is not None
    return Survey([cell], found, places, run, FAMILIES)


@cache
def survey(identity: str) -> Survey:
    """The survey of a member of the corpus."""
    return survey_of(member(identity).source.decode())


def node(tree: Tree, text: str) -> ast.AST:
    """The innermost node whose source is this text."""
    found = [each for module in tree.modules for each in inside(module) if _source(each) == text]
    return max(found, key=tree.depth)


def _source(each: ast.AST) -> str:
    return ast.unparse(each) if isinstance(each, ast.expr | ast.stmt) else ""


def dumped(tree: Tree) -> list[str]:
    """Every module, with the positions of its nodes."""
    return [ast.dump(module, include_attributes=True) for module in tree.modules]

"""Statements that take a step: an assignment outside of the class of the nodes that reads a gradient."""

import ast
from collections.abc import Iterator

from ..repair.known import SourceAnalysis
from ..repair.syntax import Store, inside
from ._units import functions


def steps(known: SourceAnalysis) -> Iterator[ast.Assign | ast.AugAssign]:
    """Yield every assignment of a value made with a gradient."""
    for function in functions(known):
        for node in inside(function):
            if isinstance(node, Store) and not isinstance(node, ast.AnnAssign) and _reads(node, known):
                yield node


def _reads(node: ast.Assign | ast.AugAssign, known: SourceAnalysis) -> bool:
    """Whether a statement reads a gradient."""
    return any(map(known.is_gradient, inside(node.value))) or known.is_gradient(node.value)

"""A node is put into the order before its parents, or for each of them: it comes behind them all."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, after, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, called
from ._traversal import Traversal, traversal
from .reverse import is_turned, turned


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Every place where a recursion puts its node into an order."""
    passes = traversal(known)
    for statement, function in passes.appends:
        place = _place(statement, function, passes)
        if place is not None:
            changes = (replaced(statement), after(place, statement), *_turned(statement, passes))
            yield RewriteOffer("post-order", statement, changes, detail="pre-order")


def _place(statement: ast.Expr, function: Definition, passes: Traversal) -> ast.stmt | None:
    """The statement behind which the node belongs, if it does not stand there."""
    parent, field = passes.known.tree.up[statement]
    if isinstance(parent, ast.For) and passes.over_parents(parent) and passes.goes_on(parent, function):
        return parent
    block: list[ast.stmt] = getattr(parent, field)
    later = block[block.index(statement) + 1 :]
    asking = [each for each in later if passes.goes_on(each, function)]
    return asking[-1] if asking else None


def _turned(statement: ast.Expr, passes: Traversal) -> tuple[Change, ...]:
    """Where the rules ran in the order as it was: behind its parents, a node is at its other end."""
    at_front = called(statement.value) in ("insert", "appendleft")
    loops = [loop for loop in passes.loops if isinstance(loop, ast.For)]
    loops = [loop for loop in loops if isinstance(loop.target, ast.Name)] or loops
    if at_front or not loops or is_turned(loops[0].iter):
        return ()
    return (turned(loops[0].iter, loops[0], passes),)

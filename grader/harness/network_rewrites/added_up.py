"""A loop adds up its terms: each turn adds to what the turns before it left, and the last one returns."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, after, before, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, inside, names_of, text
from ._units import functions, units
from .loss import is_loss


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer `+=` for `=` in the loops of neurons and of losses, and to return behind the loop of a loss."""
    for unit in units(known):
        for method in unit.computing:
            for node, changes in _added(method, known):
                yield RewriteOffer("inputs-added", node, changes)
    for function in functions(known):
        if is_loss(function, known):
            for node, changes in (*_added(function, known), *_returned_behind(function, known)):
                yield RewriteOffer("examples-added", node, changes)


def _added(function: Definition, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield each assignment of a loop that forgets the turn before, with the changes that add to it."""
    for node in inside(function):
        loop = known.tree.nearest(node, ast.For)
        if not isinstance(node, ast.Assign) or not isinstance(loop, ast.For):
            continue
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id not in names_of(node.value):
            added = ast.copy_location(ast.AugAssign(target, ast.Add(), node.value), node)
            yield node, (replaced(node, added),)
            match node.value:
                case ast.BinOp(term, ast.Add(), ast.Attribute() | ast.Name() as start):
                    added = ast.copy_location(ast.AugAssign(target, ast.Add(), term), node)
                    first = before(loop, f"{target.id} = {text(start)}")
                    yield node, (first, replaced(node, added))


def _returned_behind(
    function: Definition, known: SourceAnalysis
) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield each `return` inside of a loop with the changes that move it behind the loop."""
    for node in inside(function):
        loop = known.tree.nearest(node, ast.For)
        if isinstance(node, ast.Return) and node.value is not None and isinstance(loop, ast.For):
            yield node, (replaced(node), after(loop, f"return {text(node.value)}"))

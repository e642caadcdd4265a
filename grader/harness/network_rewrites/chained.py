"""Each layer of a network is called on what the one before returned, and the last one is reached."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, after, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import LOOPS, inside, statements, text
from ._units import units

_NAME = "network-chained"


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to hand on what a loop keeps under another name, and to return behind the loop."""
    for unit in units(known):
        for method in unit.methods:
            for node in inside(method):
                loop = known.tree.nearest(node, LOOPS)
                if method.name != "__init__" and isinstance(loop, ast.For):
                    yield from (RewriteOffer(_NAME, node, changes) for changes in _chained(node, loop))


def _chained(node: ast.AST, loop: ast.For) -> Iterator[tuple[Change, ...]]:
    """Yield the changes that hand on the result of a call to the next turn, or let there be a next turn."""
    match node:
        case ast.Assign([ast.Name(kept)], ast.Call(_, [ast.Name(given)])) if given not in _stored(loop):
            handed_on = ast.copy_location(ast.Name(given, ast.Store()), node)
            if kept != given:
                yield (with_field(node, "targets", [handed_on, *node.targets]),)
        case ast.Return(ast.expr() as value):
            yield replaced(node), after(loop, *statements(f"return {text(value)}", node))


def _stored(loop: ast.For) -> set[str]:
    """Return the names that a loop assigns."""
    names = (each for each in inside(loop) if isinstance(each, ast.Name))
    return {each.id for each in names if isinstance(each.ctx, ast.Store)}

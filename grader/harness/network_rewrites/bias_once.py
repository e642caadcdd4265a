"""The bias takes part in the weighted sum once: what a method adds a second time goes."""

import ast
from collections import Counter
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, inside, is_call, text
from ._units import units


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to leave out each thing that a method adds more than once."""
    for unit in units(known):
        for method in unit.computing:
            added = list(_added(method))
            times = Counter(what for what, _, _ in added)
            yield from (
                RewriteOffer("bias-once", at, (change,)) for what, at, change in added if times[what] > 1
            )


def _added(method: Definition) -> Iterator[tuple[str, ast.AST, Change]]:
    """Yield what a method adds to something, the place, and the change that adds nothing there."""
    for node in inside(method):
        match node:
            case ast.BinOp(left, ast.Add(), ast.Attribute() as right):
                yield text(right), node, replaced(node, left)
            case ast.BinOp(ast.Attribute() as left, ast.Add(), right):
                yield text(left), node, replaced(node, right)
            case ast.AugAssign(op=ast.Add(), value=ast.Attribute() as right):
                yield text(right), node, replaced(node)
            case ast.Assign(value=ast.Attribute() as start):
                yield text(start), node, replaced(node.value, ast.Constant(0.0))
            case ast.Call(args=[_, ast.Attribute() as start]) if is_call(node, "sum", "fsum"):
                yield text(start), node, with_field(node, "args", node.args[:1])

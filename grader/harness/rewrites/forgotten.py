"""Offers the node itself where a helper of all operations makes a copy of it, which forgets the node."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import is_call, text


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the node itself in `Value(x.data) if isinstance(x, Value) else ...`."""
    for node in known.nodes(ast.IfExp, ast.If):
        match node:
            # The helper may choose in an expression or by an early return.
            case ast.IfExp(test, ast.Call(args=[ast.Attribute(held) as data]) as copied) | ast.If(
                test, [ast.Return(ast.Call(args=[ast.Attribute(held) as data]) as copied), *_]
            ) if _asks_for_node(test, known) and known.is_data(data):
                change = replaced(copied, held)
                yield RewriteOffer("parents", known.tree.statement(copied), (change,), detail="copied")


def _asks_for_node(test: ast.expr, known: SourceAnalysis) -> bool:
    """Whether a test asks if something is a node."""
    return is_call(test, "isinstance") and text(test.args[1]) in known.class_names

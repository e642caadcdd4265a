"""Offers operands to what all results have in common and that forgets them: a helper, the constructor."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, RewriteOffer, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.syntax import inside, is_call, text
from ._recording import holds_nothing


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer nodes for copies, and operands that the constructor keeps."""
    yield from _copied_each_time(known)
    yield from _dropped(known)


def _copied_each_time(known: SourceAnalysis) -> Iterator[RewriteOffer]:
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


def _dropped(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer that the constructor keeps operands which it is told."""
    method = known.method("__init__")
    if method is None:
        return
    nodes = list(inside(method))
    read = {node.id for node in nodes if isinstance(node, ast.Name)}
    unread = [argument.arg for argument in method.args.args[2:] if argument.arg not in read]
    for node in nodes:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Attribute)
            and holds_nothing(node.value)
        ):
            for name in unread:
                yield RewriteOffer("parents", node, (_with_value(node.value, name),), detail="dropped")


def _with_value(value: ast.expr, name: str) -> Change:
    """Return the change by which a parameter stands in the place of nothing."""
    if isinstance(value, ast.Call):
        return with_field(value, "args", [ast.Name(name, ast.Load())])
    if isinstance(value, ast.List):
        return replaced(value, f"list({name})")
    return wrapped(value, lambda _: ast.Name(name, ast.Load()))

"""Offers operands to what all results have in common and that forgets them: constructor, helper, flag."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import expression, inside, text
from ._recording import holds_nothing


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer nodes for copies, a flag of all inputs, and operands that the constructor keeps."""
    yield from _copied_each_time(known)
    yield from _of_first_only(known)
    yield from _dropped(known)


def _copied_each_time(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the node itself in `Value(x.data) if isinstance(x, Value) else ...`."""
    for function in known.functions:
        for node in inside(function):
            # The helper may choose in an expression or by an early return.
            chosen = node.body if isinstance(node, ast.IfExp) and _asks_for_node(node.test, known) else None
            if (
                isinstance(node, ast.If)
                and _asks_for_node(node.test, known)
                and isinstance(node.body[0], ast.Return)
            ):
                chosen = node.body[0].value
            if isinstance(chosen, ast.Call) and len(chosen.args) == 1 and known.is_data(chosen.args[0]):
                assert isinstance(chosen.args[0], ast.Attribute)
                change = replaced(chosen, chosen.args[0].value)
                yield RewriteOffer("parents", known.tree.statement(chosen), (change,), detail="copied")


def _asks_for_node(test: ast.expr, known: SourceAnalysis) -> bool:
    """Whether a test asks if something is a node."""
    return (
        isinstance(test, ast.Call)
        and text(test.func) == "isinstance"
        and text(test.args[1]) in known.class_names
    )


def _of_first_only(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to ask all inputs whether a result takes part, not the first alone."""
    for function in known.functions:
        for node in inside(function):
            if not isinstance(node, ast.Attribute) or "require" not in node.attr or not _is_first(node.value):
                continue
            assert isinstance(node.value, ast.Subscript)
            inputs = ast.unparse(node.value.value)
            new = expression(f"any(each.{node.attr} for each in {inputs})", node)
            yield RewriteOffer("parents", known.tree.statement(node), (replaced(node, new),), detail="first")


def _is_first(node: ast.expr) -> bool:
    """Whether it is the first element of something."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == 0


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

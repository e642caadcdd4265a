"""Offers the node's gradient to its rule, where it is given something else: `node.rule(node.grad)`."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import text, texts_in, whole
from ._traversal import traversal


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the node's gradient in every call of a rule in the pass."""
    passes = traversal(known)
    rules = {*passes.parents.closures, *_rule_methods(known)}
    for call in passes.nodes:
        match call:
            case ast.Call(func=ast.Attribute(value=node, attr=name), args=[given]) if name in rules:
                gradient = f"{text(node)}.{known.grad}"
                if gradient not in texts_in(given):
                    rewrite, detail = _kind_of_slip(given, node, known)
                    yield RewriteOffer(rewrite, call, (replaced(given, gradient),), detail=detail)


def _rule_methods(known: SourceAnalysis) -> Iterator[str]:
    """Yield the names of methods that return what operands receive."""
    for local in known.local_gradients.all:
        function = known.function_of(local.value)
        if not local.is_handed_on and isinstance(function, ast.FunctionDef):
            yield function.name


def _kind_of_slip(given: ast.expr, node: ast.expr, known: SourceAnalysis) -> tuple[str, str]:
    """Return the rewrite, and what the source shows: another gradient, the node's number, or neither."""
    if any(map(known.is_gradient, whole(given))):
        return "read-result", ""
    if text(given) == f"{text(node)}.{known.data}":
        return "grad-for-data", "data of the result"
    return "chain", ""

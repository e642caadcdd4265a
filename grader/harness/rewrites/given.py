"""The rule of a node is given that node's gradient: `node.rule(node.grad)`, not 1 nor the output's."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import text, texts_in, whole
from ._traversal import traversal


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Every call of a rule in the pass that is given something else."""
    passes = traversal(known)
    rules = {*passes.parents.closures, *_methods(known)}
    for call in (node for function in passes.functions for node in passes.nodes(function)):
        match call:
            case ast.Call(func=ast.Attribute(value=node, attr=name), args=[given]) if name in rules:
                gradient = f"{text(node)}.{known.grad}"
                if gradient not in texts_in(given):
                    rewrite, detail = _slip(given, node, known)
                    yield RewriteOffer(rewrite, call, (replaced(given, gradient),), detail=detail)


def _methods(known: SourceAnalysis) -> Iterator[str]:
    """Methods that give back what operands receive."""
    for local in known.local_gradients.all:
        function = known.function_of(local.value)
        if not local.is_handed_on and isinstance(function, ast.FunctionDef):
            yield function.name


def _slip(given: ast.expr, node: ast.expr, known: SourceAnalysis) -> tuple[str, str]:
    """The rewrite, and what the source shows: another gradient, the node's number, or no gradient."""
    if any(map(known.is_gradient, whole(given))):
        return "read-result", ""
    if text(given) == f"{text(node)}.{known.data}":
        return "grad-for-data", "data of the result"
    return "chain", ""

"""The rule of a node is given that node's gradient: `node.rule(node.grad)`, not 1 nor the output's."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import all_nodes, expression, text
from ._traversal import traversal


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Every call of a rule in the pass that is given something else."""
    passes = traversal(known)
    rules = {*passes.parents.closures, *_methods(known)}
    for call in (node for function in passes.functions for node in passes.nodes(function)):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or len(call.args) != 1:
            continue
        (given,), gradient = call.args, f"{text(call.func.value)}.{known.grad}"
        if call.func.attr in rules and not _reads(given, gradient):
            rewrite, detail = _slip(given, call.func.value, known)
            change = replaced(given, expression(gradient, given))
            yield RewriteOffer(rewrite, call, (change,), detail=detail)


def _methods(known: SourceAnalysis) -> Iterator[str]:
    """Methods that give back what operands receive."""
    for share in known.shares.all:
        function = known.function_of(share.value)
        if not share.is_handed_on and isinstance(function, ast.FunctionDef):
            yield function.name


def _slip(given: ast.expr, node: ast.expr, known: SourceAnalysis) -> tuple[str, str]:
    """The rewrite, and what the source shows: another gradient, the node's number, or no gradient."""
    if any(map(known.is_gradient, all_nodes(given))):
        return "read-result", ""
    if text(given) == f"{text(node)}.{known.data}":
        return "grad-for-data", "data of the result"
    return "chain", ""


def _reads(given: ast.expr, gradient: str) -> bool:
    return any(text(node) == gradient for node in all_nodes(given) if isinstance(node, ast.Attribute))

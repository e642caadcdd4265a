"""The rule of a node is given that node's gradient: `node.rule(node.grad)`, not 1 nor the output's."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import all_nodes, expression, text
from ._traversal import traversal


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Every call of a kept rule in the pass that is given something else."""
    passes = traversal(known)
    for call in (node for function in passes.functions for node in passes.nodes(function)):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or len(call.args) != 1:
            continue
        (given,), gradient = call.args, f"{text(call.func.value)}.{known.grad}"
        if call.func.attr in passes.parents.closures and not _reads(given, gradient):
            rewrite = "read-result" if any(map(known.is_gradient, all_nodes(given))) else "chain"
            yield RewriteOffer(rewrite, call, (replaced(given, expression(gradient, given)),))


def _reads(given: ast.expr, gradient: str) -> bool:
    return any(text(node) == gradient for node in all_nodes(given) if isinstance(node, ast.Attribute))

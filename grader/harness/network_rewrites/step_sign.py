"""A step subtracts the gradient."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import inside
from ._steps import steps


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the other sign of each step, and each minus taken out of it."""
    for step in steps(known):
        if isinstance(step, ast.AugAssign) and isinstance(step.op, ast.Add):
            yield RewriteOffer("step-sign", step, (with_field(step, "op", ast.Sub()),))
        for node in inside(step):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
                yield RewriteOffer("step-sign", step, (with_field(node, "op", ast.Sub()),))
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
                yield RewriteOffer("step-sign", step, (replaced(node, node.operand),))

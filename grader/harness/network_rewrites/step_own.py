"""A step moves each parameter by its own gradient, and not by that of another one."""

import ast
from collections.abc import Iterator

from ..network.names import STEPS, plain
from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import inside, is_call, text
from ._steps import steps
from ._units import functions

_NAME = "step-own"


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the gradient of what a step changes; each index and each list of a step as it is, not moved."""
    for step in steps(known):
        target = step.target if isinstance(step, ast.AugAssign) else step.targets[0]
        for node in inside(step.value):
            if known.is_gradient(node) and isinstance(target, ast.Attribute):
                own = f"{text(target.value)}.{known.grad}"
                yield RewriteOffer(_NAME, node, (replaced(node, own),))
    for function in functions(known):
        if STEPS.search(plain(function.name)):
            for node in inside(function):
                yield from _unmoved(node)


def _unmoved(node: ast.AST) -> Iterator[RewriteOffer]:
    """Offer `grads[i]` for `grads[i - 1]`, and lists as they are where `zip` pairs them."""
    match node:
        case ast.Subscript(slice=ast.BinOp(index, ast.Add() | ast.Sub(), ast.Constant()) as moved):
            yield RewriteOffer(_NAME, node, (replaced(moved, index),))
        case ast.Call(args=pairs) if is_call(node, "zip"):
            for each in pairs:
                inner = each.args[0] if is_call(each, "reversed", "sorted") and each.args else None
                whole = each.value if isinstance(each, ast.Subscript) else inner
                if whole is not None:
                    yield RewriteOffer(_NAME, node, (replaced(each, whole),))

"""A loss squares each difference once: not its square again, nothing left unsquared, no sign turned."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import inside, number_in, text
from ._units import functions
from .mean import is_loss


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer each power, difference, sum and sign of a loss as it would stand in one of squares."""
    for function in functions(known):
        if is_loss(function, known):
            for node in inside(function):
                yield from (RewriteOffer("squares", node, (change,)) for change in _squared_once(node))


def _squared_once(node: ast.AST) -> Iterator[Change]:
    """Yield the changes by which an expression may be squared once."""
    match node:
        case ast.BinOp(left, ast.Pow(), exponent):
            yield replaced(node, left)
            if number_in(exponent) not in (None, 2):
                yield replaced(exponent, "2")
        case ast.BinOp(left, ast.Mult(), right) if text(left) == text(right):
            yield replaced(node, left)
        case ast.BinOp(_, ast.Sub(), _):
            yield replaced(node, f"({text(node)}) ** 2")
        case ast.BinOp(_, ast.Add(), _):
            yield with_field(node, "op", ast.Sub())
        case ast.BinOp(left, ast.Div(), _):
            yield replaced(node, left)
        case ast.UnaryOp(ast.USub(), operand):
            yield replaced(node, operand)

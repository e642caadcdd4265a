"""What one operand of an operation receives, as the source says it.

A *local gradient* is one expression in the source: the gradient that one operation hands to one operand, or
the local derivative alone where something else multiplies it by the upstream gradient.
"""

import ast
from typing import NamedTuple

from .edit import Change, RewriteOffer
from .syntax import text, texts_in

COMPARING = ("__eq__", "__ne__", "__lt__", "__hash__")
"""Methods that run wherever nodes are looked up, and hand nothing to an operand."""
_PAIR = 2


class LocalGradient(NamedTuple):
    """One local gradient. Texts are source text, in the names that are in scope there."""

    value: ast.expr
    at: ast.AST
    """The statement, or the element of a tuple."""
    operation: str | None
    operand: int | None
    operands: tuple[str, ...] = ()
    """The operands as nodes, or as numbers where the place sees numbers only."""
    data: tuple[str, ...] = ()
    """The operands' data."""
    upstream: str | None = None
    """The upstream gradient; None where the local derivative alone is asked for, or where it is not known."""
    is_derivative: bool = False
    """The local derivative alone is asked for."""
    target: ast.expr | None = None
    """The node that receives, where the place names it."""
    is_subtracted: bool = False
    """The place takes it away: `-=`."""
    result: str = ""
    """The result's data, where the place is known to see it."""

    @property
    def is_of_two(self) -> bool:
        """Whether both operands are known by name."""
        return len(self.data) == _PAIR

    @property
    def is_handed_on(self) -> bool:
        """Whether its place says who receives: it is not only what a function gives back."""
        return self.operation is None or self.target is not None or self.at is not self.value

    def hands_on_total(self, grad: str) -> bool:
        """Whether a call hands an operand all that it has by now: `left.backward(left.grad)`."""
        return (
            isinstance(self.at, ast.Call)
            and self.target is not None
            and text(self.value) == f"{text(self.target)}.{grad}"
        )

    def offer(
        self, rewrite: str, *changes: Change, operand: int | None = None, detail: str = ""
    ) -> RewriteOffer:
        """Return an offer that changes this local gradient, perhaps for another operand."""
        index = self.operand if operand is None else operand
        return RewriteOffer(rewrite, self.at, changes, self.operation, index, detail)

    def mentions(self, source: str | None) -> bool:
        """Whether its expression contains that one."""
        return source is not None and source in texts_in(self.value)

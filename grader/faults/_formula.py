"""Formulas: the form in which a fault says what its backward rule sends to an operand."""

from collections.abc import Callable
from typing import NamedTuple


class Sample(NamedTuple):
    """One operation in one play."""

    operands: tuple[float, ...]
    result: float
    arriving: float
    """The gradient of the result."""
    nodes: tuple[int, ...]
    """The positions of the operands that are nodes."""
    received: tuple[float, ...]
    """The gradients of these nodes."""
    local: tuple[float, ...]
    """The right derivatives by them."""
    carrier: str = ""
    """The operation that took the result on; empty where the pass began at the result."""
    is_single: bool = False
    """Whether its numbers were rounded to single precision."""


class Formula(NamedTuple):
    """The number that an operand receives by a fault."""

    sent: Callable[[Sample, int], float]
    """The number, given a sample and the number of the operand."""
    operations: tuple[str, ...] = ()
    """Only in these operations; in any without."""
    operand: int | None = None

    def is_of(self, operation: str, operand: int) -> bool:
        """Whether this is a formula of that operand of that operation."""
        return (not self.operations or operation in self.operations) and self.operand in (None, operand)

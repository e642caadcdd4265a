"""Operands are kept in a set or dict, and one that is used twice counts once.

## What happens
For `L = a + a`, `a.grad` is 1 instead of 2; for `a * a` at 3 it is 3 instead of 6, and `a - a` gives
-1 instead of 0. With two different operands everything is right.

## Why
A set holds each object once, and so does a dict by its keys. Where the rule goes through such a
container to hand out the shares, the second share of the same node has no place.

## Fix
Keep the operands in the order in which they are written, in a tuple or list, with one share for each
place: `(self, other)`, whether or not both are the same node.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS, share


def _by_operand(op: str, left: str, right: str) -> tuple[Replace, Replace]:
    """The slopes in a dict: of the same operand twice, the last one stays."""
    walk = f"for node, slope in {{self: {left}, other: {right}}}.items(): node.grad += slope * out.grad"
    return Replace(share(op, 0), walk, METHODS[op]), Replace(share(op, 1), "pass", METHODS[op])


FAULT = Fault(
    title="an operand that is used twice counts once",
    layer=Layer.FORWARD,
    hints=(
        "What should `a.grad` be for `a + a`, for `a * a` and for `a - a`, and what is it?",
        "Look at the container that holds the operands or their shares: what is in it if both are one node?",
        "A set, or a dict with operands as keys, keeps one entry where the same node stands in both places.",
    ),
    examples={
        "+": _by_operand("+", "1.0", "1.0"),
        "-": _by_operand("-", "1.0", "-1.0"),
        "*": _by_operand("*", "other.data", "self.data"),
        "/": _by_operand("/", "1 / other.data", "-self.data / other.data**2"),
    },
    undone_by=(Repair("parents-listed"),),
    frequency=3,
)

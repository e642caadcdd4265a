"""An operation that has the same node as both operands keeps only one entry for it.

## What happens
For `L = a + a`, `a.grad` is 1 instead of 1 + 1 = 2. For `L = a * a` at a = 3, it is 3 instead of 3 + 3 = 6.
For `L = a - a`, it may be -2 instead of 1 - 1 = 0. If the two operands are different nodes, the gradients
are right.

## Why
Your backward rule goes through a set of operands, or through a dict with the operands as keys. Such a
container holds each node only once, so the second contribution to the same node is lost.

## Fix
Keep one entry for each position, left and right, in a tuple or a list. A set is harmless if your code uses
it only to find the nodes of the graph.

    slopes = {self: other.data, other: self.data}       # ✗
    slopes = [(self, other.data), (other, self.data)]   # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing
from grader.reference import METHODS, rule_statement


def _by_operand(op: str, left: str, right: str) -> tuple[Replace, Replace]:
    """The slopes in a dict: of the same operand twice, the last one stays."""
    walk = f"for node, slope in {{self: {left}, other: {right}}}.items(): node.grad += slope * out.grad"
    return Replace(rule_statement(op, 0), walk, METHODS[op]), Replace(
        rule_statement(op, 1), "pass", METHODS[op]
    )


FAULT = Fault(
    title="Two uses of one operand share one entry",
    layer=Layer.FORWARD,
    hints=(
        "What should `a.grad` be for `a + a` and for `a * a`, and what does your class give?",
        "Look at the container that your rule goes through: how many entries does it have for `a * a`?",
        "A set, or a dict with operands as keys, keeps only one entry if both operands are the same node.",
    ),
    examples={
        "+": _by_operand("+", "1.0", "1.0"),
        "-": _by_operand("-", "1.0", "-1.0"),
        "*": _by_operand("*", "other.data", "self.data"),
        "/": _by_operand("/", "1 / other.data", "-self.data / other.data**2"),
    },
    frequency=3,
    undone_by=(Undoing("parents-listed"),),
    signs=(FaultSign.ONE_NODE,),
    is_habit=True,
)

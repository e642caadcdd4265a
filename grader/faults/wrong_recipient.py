"""A backward rule does not add the contribution of an operand to the gradient of this operand.

## What happens
One node gets too much and another gets nothing. For `z = x * y` at x = 3, y = 5, `x.grad` is 5 + 3 = 8
instead of 5, and `y.grad` is 0 instead of 3. If a line has a node on its left and not the gradient of a node,
this node gets nothing, or Python stops with an exception.

## Why
The line for one operand adds to another node. This is often a copied line in which one name was not changed,
or a line without `.grad`.

## Fix
Check each line of the rule. On the left of `+=` must be the gradient of the operand whose local derivative
is on the right.

    self.grad += self.data * out.grad    # ✗
    other += self.data * out.grad        # ✗
    other.grad += self.data * out.grad   # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Tie, Undoing
from grader.reference import METHODS, rule_statement
from suites import BINARY, FUNCTIONS


def _sent(op: str, operand: int, receiver: str) -> tuple[Replace]:
    statement = rule_statement(op, operand)
    _, _, slope = statement.partition(" += ")
    return (Replace(statement, f"{receiver}.grad += {slope}", inside=METHODS[op]),)


FAULT = Fault(
    title="A backward rule adds a gradient in the wrong place",
    layer=Layer.RULE,
    hints=(
        "Test the operation alone: which operand gets too much, and which gets nothing?",
        "For each line of the rule: does it add to the gradient of the operand of the local derivative?",
        "Your rule adds the contribution of one operand elsewhere, and not to the gradient of this operand.",
    ),
    examples={f"{op}: right operand": _sent(op, 1, "self") for op in BINARY}
    | {f"{op}: left operand": _sent(op, 0, "other") for op in BINARY}
    | {op: _sent(op, 0, "out") for op in FUNCTIONS},
    frequency=1,
    undone_by=(Undoing("recipient"), Undoing("rename", "gradient")),
    signs=(FaultSign.SENT_ELSEWHERE,),
    tie=Tie.NOTHING_SENT,
)

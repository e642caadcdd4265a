"""An operation returns a plain number, which has no gradient.

## What happens
At a = 2 and b = 3, `a * b` is the number 6.0 instead of a `Value` with 6.0 in it. A number has no `grad` and
no `backward()`. If the next operation makes a new `Value` of it, `a` and `b` still get no gradient.

## Why
Only a node stores its operands and its backward rule. A plain number does not, so the graph is interrupted
at this place.

## Fix
Put the result into a new node, with its operands and its backward rule, and return this node.

    return self.data * other.data   # ✗
    return out                      # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing
from grader.reference import METHODS

FAULT = Fault(
    title="An operation returns a plain number instead of a node",
    layer=Layer.CONTRACT,
    hints=(
        "What is `type(Value(2.0) * Value(3.0))`? Try the other operations too.",
        "Look at the `return` line of the method: does it return a number or a node?",
        "Your method returns only the `data` of the result. It must return the node.",
    ),
    examples={
        op: (Replace("return out", "return out.data", inside=method),) for op, method in METHODS.items()
    },
    frequency=8,
    undone_by=(Undoing("node"), Undoing("return", "number")),
    signs=(FaultSign.RETURNS_NO_NODE,),
    is_habit=True,
)

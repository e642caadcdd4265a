"""The data of a node is used as its own gradient.

## What happens
For `L = a + b` with a = 3 and b = 5, both gradients should be 1. But `a.grad` is 3 and `b.grad` is 5, the
data of the nodes. If gradients start at the data instead of 0, `a.grad` is 3 + 1 = 4 and `b.grad` is 5 + 1
= 6.

## Why
`data` is the value of a node. `grad` says how much the output changes when this value changes a little. The
sum changes as much as its operand does, so the gradient is 1 for any value.

## Fix
Start every gradient at 0, and add only contributions to it. In a sum, the contribution is `out.grad` alone.

    self.grad += self.data * out.grad    # ✗
    self.grad += out.grad                # ✓
"""

from grader.faults._fault import Fault, FaultSign, Formula, Layer, Replace, Says, Undoing
from grader.reference import rule_statement

_LEFT = Replace(rule_statement("+", 0), "self.grad += self.data * out.grad", inside="__add__")
_RIGHT = Replace(rule_statement("+", 1), "other.grad += other.data * out.grad", inside="__add__")
_STORED = "node._backward()\n            node.grad = node.data"

FAULT = Fault(
    title="A node's own `data` is used as its gradient",
    layer=Layer.RULE,
    hints=(
        "Compare the wrong gradient with the data of the same node. Do you see this number in the gradient?",
        "Look for the node's own data in the lines that set or change its gradient.",
        (
            "Your code puts the node's own data into its gradient. A gradient says how the output changes, "
            "not how large the node is."
        ),
    ),
    examples={
        "+": (_LEFT, _RIGHT),
        "+: left operand": (_LEFT,),
        "+: right operand": (_RIGHT,),
        "__init__": (Replace("self.grad = 0.0", "self.grad = data", inside="__init__"),),
        "backward": (Replace("node._backward()", _STORED, inside="backward"),),
    },
    frequency=1,
    undone_by=(
        Undoing("initial-zero", "data"),
        Undoing("no-reset", "data"),
        Undoing("rule", "own-data-in-sum", says=Says.PLACE),
    ),
    signs=(FaultSign.DATA_AS_FACTOR,),
    sends=(
        Formula(lambda s, operand: s.operands[operand] * s.arriving, ("+", "-")),
        Formula(lambda s, operand: s.local[operand] * s.arriving + s.operands[operand]),
    ),
)

"""A sum multiplies its gradient by data, as a product would.

## What happens
For `z = x + y` at x = 3, y = 5, the gradients are 5 and 3 instead of 1 and 1.

## Why
If x grows by a little, x + y grows by just as much, whatever y is. The slope of a sum is 1 for each
operand; the other operand's data is the slope of a product.

## Fix
Hand the result's gradient on as it is, to both operands: `self.grad += out.grad`, and the same for
`other`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import share

_LEFT = Replace(share("+", 0), "self.grad += other.data * out.grad", inside="__add__")
_RIGHT = Replace(share("+", 1), "other.grad += self.data * out.grad", inside="__add__")

FAULT = Fault(
    title="a sum has the rule of a product",
    layer=Layer.RULE,
    hints=(
        "If x grows by 0.001, by how much does `x + y` grow at x = 3, y = 5?",
        "Compare the rule of `+` with that of `*`: where do they differ?",
        "The other operand's data is a factor in the share; in a sum each operand's slope is 1.",
    ),
    examples={"+": (_LEFT, _RIGHT), "+: left operand": (_LEFT,), "+: right operand": (_RIGHT,)},
    undone_by=(Repair("rule", ("+",)),),
    frequency=1,
)

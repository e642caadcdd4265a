"""A product hands its gradient on unchanged, as a sum would.

## What happens
For `z = x * y` at x = 3, y = 5, both gradients are 1 instead of 5 and 3. Only where the other operand
is 1 does it look right.

## Why
In a sum each operand counts once, so that its slope is 1. In a product it counts as often as the other
operand says.

## Fix
Multiply the result's gradient by the other operand's data: `other.data * out.grad` for `self`,
`self.data * out.grad` for `other`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import share

_LEFT = Replace(share("*", 0), "self.grad += out.grad", inside="__mul__")
_RIGHT = Replace(share("*", 1), "other.grad += out.grad", inside="__mul__")

FAULT = Fault(
    title="a product has the rule of a sum",
    layer=Layer.RULE,
    hints=(
        "If x grows by 0.001, by how much does `x * y` grow at x = 3, y = 5?",
        "Compare the rule of `*` with that of `+`: where do they differ?",
        "The result's gradient is handed on as it is; in a product the other operand is a factor of it.",
    ),
    examples={"*": (_LEFT, _RIGHT), "*: left operand": (_LEFT,), "*: right operand": (_RIGHT,)},
    undone_by=(Repair("rule", ("*",)),),
    frequency=1,
)

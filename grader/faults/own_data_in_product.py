"""In a product, an operand receives its own data instead of the other's.

## What happens
For `z = x * y` at x = 3, y = 5, `x.grad` is 3 and `y.grad` is 5: the two have changed places. For `a * a`
nothing shows, since both are the same.

## Why
If x grows by a little, x * y grows by y times as much: the other operand is the slope. One's own data
says nothing about it.

## Fix
Give each operand the other one's data, times the result's gradient: `other.data * out.grad` for `self`,
`self.data * out.grad` for `other`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import share

_LEFT = Replace(share("*", 0), "self.grad += self.data * out.grad", inside="__mul__")
_RIGHT = Replace(share("*", 1), "other.grad += other.data * out.grad", inside="__mul__")

FAULT = Fault(
    title="in a product, an operand receives its own data instead of the other's",
    layer=Layer.RULE,
    hints=(
        "If x grows by 0.001, by how much does `x * y` grow at x = 3, y = 5?",
        "Look at which operand's data stands in the share of which operand.",
        "The share uses the operand's own data; the slope of a product is the other operand.",
    ),
    examples={"*": (_LEFT, _RIGHT), "*: left operand": (_LEFT,), "*: right operand": (_RIGHT,)},
    undone_by=(Repair("other-operand", ("*",)),),
)

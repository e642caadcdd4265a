"""A value's own data is taken for its gradient.

## What happens
For `L = a + b` at a = 3, b = 5, `a.grad` is 3 and `b.grad` is 5 instead of 1 and 1. Or gradients start at
the data, so that they are too large by just that much.

## Why
Data is what a node is; the gradient is how the output answers when it changes a little. A sum answers
with 1 to each of its operands, however large they are.

## Fix
Let gradients start at 0 and be made of shares only. In a sum the share is the result's gradient, with
no data in it.
"""

from grader.faults._fault import Fault, Layer, Replace
from grader.reference import share

_LEFT = Replace(share("+", 0), "self.grad += self.data * out.grad", inside="__add__")
_RIGHT = Replace(share("+", 1), "other.grad += other.data * out.grad", inside="__add__")
_STORED = "node._backward()\n            node.grad = node.data"

FAULT = Fault(
    title="a value's own data is taken for its gradient",
    layer=Layer.RULE,
    hints=(
        "Subtract or divide: is the wrong gradient the node's data, or off by just that?",
        "Look for the node's own data where its gradient is set or added to.",
        "The node's own data gets into its gradient; how large a node is says nothing about it.",
    ),
    examples={
        "+": (_LEFT, _RIGHT),
        "+: left operand": (_LEFT,),
        "+: right operand": (_RIGHT,),
        "__init__": (Replace("self.grad = 0.0", "self.grad = data", inside="__init__"),),
        "backward": (Replace("node._backward()", _STORED, inside="backward"),),
    },
    frequency=1,
)

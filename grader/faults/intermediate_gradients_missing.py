"""Nodes in the middle hold no gradient after the pass.

## What happens
The inputs are right, and the nodes between them and the output hold 0: for `n = a * b; y = n * n` at
a = 2, b = 3, `a.grad` is 36 as it should be, and `n.grad` is 0 instead of 12.

## Why
A node is cleared once its rule has run, or its gradient was handed through without being kept. Nothing is
lost for the inputs, but there is nothing to look at in the middle.

## Fix
Leave the gradients after the rules have run, and clear them before the next pass, if at all.
Each of them is an answer of its own: how L changes when that node changes.
"""

from grader.faults._fault import Fault, Layer, Replace

_CLEARED = "node._backward()\n            if node._prev: node.grad = 0.0"
_CLEARED_BELOW = "node._backward()\n            if node._prev and node is not self: node.grad = 0.0"

FAULT = Fault(
    title="nodes in the middle hold no gradient",
    layer=Layer.STATE,
    hints=(
        "For `n = a * b; y = n * n`, what should `n.grad` be after the pass, and what is it?",
        "Look at what happens to a node's gradient after its rule has run.",
        "Gradients in the middle are cleared after use, or were never kept.",
    ),
    examples={
        "backward": (Replace("node._backward()", _CLEARED, inside="backward"),),
        "backward: not the output": (Replace("node._backward()", _CLEARED_BELOW, inside="backward"),),
    },
)

"""Inputs hold no gradient after the pass.

## What happens
The nodes in the middle are right, and the inputs, for whose sake the pass is run, hold 0: for
`L = (a * b) * c` at a = 2, b = 3, c = 4, the product's gradient is 4 and `a.grad` is 0 instead of 12.

## Why
Inputs are treated apart: passed over when shares are handed out since they have no operands, cleared at
the end, or given gradients only on demand.

## Fix
Treat an input as any other node: shares are added to its gradient, and stay. It is only that its own
rule does nothing.
"""

from grader.faults._fault import Fault, Layer, Replace

_CLEARED = "node._backward()\n            if not node._prev: node.grad = 0.0"

FAULT = Fault(
    title="inputs hold no gradient",
    layer=Layer.STATE,
    hints=(
        "Which nodes hold 0 after the pass: all, those in the middle, or those at the beginning?",
        "Look for a condition that tells nodes with operands from nodes without.",
        "Nodes without operands are passed over or cleared, but theirs are the gradients that are asked for.",
    ),
    examples={
        "everywhere": (
            Replace("self.grad +=", "if self._prev: self.grad +="),
            Replace("other.grad +=", "if other._prev: other.grad +="),
        ),
        "backward: cleared": (Replace("node._backward()", _CLEARED, inside="backward"),),
    },
)

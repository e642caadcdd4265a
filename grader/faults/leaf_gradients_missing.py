"""The inputs have no gradient after the backward pass.

## What happens
The gradients of the intermediate nodes are right, but the gradients of the inputs (leaf nodes) are 0. For
`n = a * b; L = n * c` with a = 2, b = 3 and c = 4, `n.grad` is 4, which is right. `a.grad` is 0 instead of
12.

## Why
Your code handles leaf nodes in a different way. It skips them because they have no operands, it resets them
at the end, or it gives them a gradient only if a flag is set.

## Fix
Handle a leaf node like any other node: add contributions to its gradient and keep the sum. The only
difference is that its own backward rule does nothing.
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing

_CLEARED = "node._backward()\n            if not node._prev: node.grad = 0.0"

FAULT = Fault(
    title="Gradients of the inputs (leaf nodes) are missing",
    layer=Layer.STATE,
    hints=(
        "Which nodes have the gradient 0 after `backward()`: all nodes, or only the inputs?",
        "Look for a condition that separates nodes with operands from nodes without operands.",
        "Your code skips or resets the nodes without operands. These nodes need their gradients too.",
    ),
    examples={
        "everywhere": (
            Replace("self.grad +=", "if self._prev: self.grad +="),
            Replace("other.grad +=", "if other._prev: other.grad +="),
        ),
        "backward: cleared": (Replace("node._backward()", _CLEARED, inside="backward"),),
    },
    undone_by=(Undoing("whole-graph", "leaves left out"),),
)

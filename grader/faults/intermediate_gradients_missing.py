"""Intermediate nodes have no gradient after the backward pass.

## What happens
The gradients of the inputs are right, but the gradients of the nodes between the inputs and the output
are 0. For `n = a * b; y = n * n` with a = 2 and b = 3, `a.grad` is 36, which is right. `n.grad` is 0
instead of 12.

## Why
Your code sets the gradient of a node to 0 after its backward rule has run, or it passes the gradient on and
never stores it in the node.

## Fix
Keep the gradient after the backward rule has run. If your code resets gradients, let it do this before the
next pass. `n.grad` is a result of its own: it says how the output changes when `n` changes.
"""

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Replace

_CLEARED = "node._backward()\n            if node._prev: node.grad = 0.0"
_CLEARED_BELOW = "node._backward()\n            if node._prev and node is not self: node.grad = 0.0"

FAULT = Fault(
    title="Gradients of intermediate nodes are missing",
    layer=Layer.STATE,
    hints=(
        (
            "Which nodes have the gradient 0 after `backward()`: the inputs, or the nodes between the inputs "
            "and the output?"
        ),
        "Look at what your code does with the gradient of a node after its backward rule has run.",
        "Your code resets the gradients of intermediate nodes after use, or never stores them in the nodes.",
    ),
    examples={
        "backward": (Replace("node._backward()", _CLEARED, inside="backward"),),
        "backward: not the output": (Replace("node._backward()", _CLEARED_BELOW, inside="backward"),),
    },
    hunted=Hunted("backward: not the output"),
    signs=(FaultSign.MIDDLE_MISSING,),
)

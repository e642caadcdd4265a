"""The backward pass changes data.

## What happens
The gradients are computed, and afterwards `a.data` or the data of a result is another number than
before. Rules that run later read the new data, so that their shares are wrong too.

## Why
Data is what a node is; the gradient is how the output answers to it. The backward pass fills in
gradients only. A rule that writes to `.data`, or that takes a step down the slope on the way, mixes
the two.

## Fix
Let rules write to gradients alone. Changing the parameters is a step of its own, after the whole pass
has ended.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import share

_STEP = "node._backward()\n            node.data -= 0.1 * node.grad"

FAULT = Fault(
    title="the backward pass changes data",
    layer=Layer.FORWARD,
    hints=(
        "Print the data of every node before and after `backward()`: which of them differ?",
        "Look for an assignment to data in what runs during the backward pass.",
        "Something writes to data where it should write to a gradient, or to nothing at all.",
    ),
    examples={
        "+": (Replace(share("+"), "self.data += out.grad", inside="__add__"),),
        "*": (Replace(share("*"), "self.data += other.data * out.grad", inside="__mul__"),),
        "exp": (Replace(share("exp"), "out.data *= out.grad; self.grad += out.data", inside="exp"),),
        "backward": (Replace("node._backward()", _STEP, inside="backward"),),
    },
    undone_by=(Repair("data-kept"),),
)

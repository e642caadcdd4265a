"""zero_grad() clears inputs and leaves the nodes in the middle as they are.

## What happens
A new graph on the same inputs is right. The same graph, asked again after clearing, is too large: for
`m = a * b; y = m * c` at a = 2, b = 3, c = 4, `m.grad` is 8 in the second pass and `a.grad` 24, not 12.

## Why
The nodes in the middle keep the gradient of the last pass. The new share is added to it, and the sum is
handed on to the inputs.

## Fix
Let `zero_grad()` set the gradient of the node it is called on, whatever kind of node it is, or walk the
whole graph. Loops that build the graph anew in each step do not notice the difference.
"""

from grader.faults._fault import Fault, Layer, Replace

_LEAVES = "if not self._prev:\n            self.grad = 0.0"

FAULT = Fault(
    title="zero_grad() clears inputs only",
    layer=Layer.STATE,
    hints=(
        "Ask `y = (a * b) * c` twice and clear all its nodes in between: are both passes alike?",
        "Look at which nodes `zero_grad()` passes over.",
        "Nodes in the middle keep their gradient and hand it on again in the next pass.",
    ),
    examples={"zero_grad": (Replace("self.grad = 0.0", _LEAVES, inside="zero_grad"),)},
)

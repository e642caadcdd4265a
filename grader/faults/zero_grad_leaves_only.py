"""`zero_grad()` clears the gradients of the inputs, but not those of the intermediate nodes.

## What happens
A second pass on the same graph gives gradients that are too large. For `m = a * b; y = m * c` at a = 2,
b = 3, c = 4, `m.grad` is 4 + 4 = 8 in the second pass instead of 4, and `a.grad` is 24 instead of 12. A new
graph on the same inputs is right.

## Why
The intermediate nodes keep the gradient of the first pass. The second pass adds to it and passes the sum on
to the inputs.

## Fix
Let `zero_grad()` clear each node on which it is called, and not only leaf nodes, which have no operands.
A training loop that builds a new graph in each step does not show this mistake.

    def zero_grad(self):
        self.grad = 0.0
"""

from grader.faults._fault import Fault, Layer, Replace

_LEAVES = "if not self._prev:\n            self.grad = 0.0"

FAULT = Fault(
    title="`zero_grad()` clears only leaf nodes",
    layer=Layer.STATE,
    hints=(
        "Run `backward()` twice on `y = (a * b) * c` and clear all nodes in between: are the results equal?",
        "Look at the nodes that `zero_grad()` skips.",
        "Intermediate nodes keep their gradient and pass it on again in the next pass.",
    ),
    examples={"zero_grad": (Replace("self.grad = 0.0", _LEAVES, inside="zero_grad"),)},
)

"""Your class has no method `zero_grad()`.

## What happens
`a.zero_grad()` stops with an `AttributeError`. Without this method, a second pass adds to the gradients of
the first: 3 becomes 6, unless your code clears each gradient itself.

## Why
Gradients accumulate with `+=`, so they stay until your code clears them. A training loop must do this before
each backward pass.

## Fix
If the assignment asks for it, add a method that sets the gradient of this node to 0.

    def zero_grad(self):
        self.grad = 0.0
"""

from grader.faults._fault import Fault, Layer, Replace

FAULT = Fault(
    title="`zero_grad()` is missing",
    layer=Layer.STATE,
    hints=(
        "If a pass gives `a.grad` = 3, what is `a.grad` after a second pass on a new graph?",
        "Compare the methods of your class with the methods that the assignment asks for.",
        "Your class has no method that clears a gradient.",
    ),
    examples={"zero_grad": (Replace("def zero_grad(", "def _gone("),)},
)

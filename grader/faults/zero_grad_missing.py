"""There is no zero_grad().

## What happens
`a.zero_grad()` ends with an `AttributeError`. Without it, a second pass adds to the gradients of the
first, as it should: 3 becomes 6, unless the caller clears each gradient by hand.

## Why
Shares are added up with `+=`, so that gradients stay until someone clears them. A training loop has to
do that before each pass.

## Fix
Add a method that sets this node's gradient to `0.0`, or those of the whole graph behind it, if the
assignment asks for one.
"""

from grader.faults._fault import Fault, Layer, Replace

FAULT = Fault(
    title="there is no zero_grad()",
    layer=Layer.STATE,
    hints=(
        "How does a training loop make the second pass count as if it were the first?",
        "Compare the methods of your class with the list of what is asked for.",
        "The class has no method that clears a gradient.",
    ),
    examples={"zero_grad": (Replace("def zero_grad(", "def _gone("),)},
)

"""Derivatives are computed while the graph is built, and not in a backward pass.

## What happens
All gradients are right. But each operation already computes the derivatives of its result with respect to
all inputs and stores them in the node. `backward()` does not use the backward rules: if you replace a
backward rule, the gradients do not change.

## Why
The chain rule works in two directions. Forward mode goes from the inputs to the output and needs one pass
for each input. Reverse mode (backpropagation) goes from the output to the inputs and needs one pass for all
inputs together.

## Fix
Let each operation store only its data, its operands and its backward rule. In `backward()`, set the
gradient of the output to 1 and run the backward rules from the output to the inputs.
"""

from grader.faults._fault import Fault, FaultSign, Layer

FAULT = Fault(
    title="Forward-mode differentiation instead of backpropagation",
    layer=Layer.METHOD,
    hints=(
        (
            "When does your code compute the gradients: while it builds the graph, or when `backward()` is "
            "called?"
        ),
        "Look at what each operation stores in its result, in addition to the data and the operands.",
        (
            "Your operations compute the derivatives with respect to the inputs at once. No gradient is "
            "passed back from the output."
        ),
    ),
    signs=(FaultSign.OWN_RULE_IGNORED,),
    is_drawn=False,  # no slip of code
)

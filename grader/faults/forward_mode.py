"""Derivatives are carried along while the graph is built, instead of handed back.

## What happens
All numbers are right. But each node holds a derivative for every input, which is updated with each
operation; if a rule is replaced from outside, `backward()` takes no notice of it.

## Why
The chain rule can be followed from the inputs to the output (forward mode) or back (reverse mode). Both
are right; forward mode needs one pass for each input, reverse mode one for all of them.

## Fix
Record the graph while it is built, and compute gradients in `backward()` only: start with 1 at the
output, and hand it back from node to node with the operations' rules.
"""

from grader.faults._fault import Fault, Layer

FAULT = Fault(
    title="derivatives are carried forward instead of handed back",
    layer=Layer.METHOD,
    hints=(
        "When are the gradients computed: while the graph is built, or when `backward()` is called?",
        "Look at what an operation stores besides its data and its operands.",
        "Each operation computes derivatives with respect to the inputs at once; nothing is handed back.",
    ),
)

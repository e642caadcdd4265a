"""Every node starts from 1, not only the output.

## What happens
Gradients are too large: for `L = a * b` at a = 2, b = 3 they are 4 and 3 instead of 3 and 2. With more
nodes in between the surplus grows, since each of them hands its own on.

## Why
Only the output is its own answer: dL/dL = 1. For any other node the gradient is the sum of what its
consumers hand on, and before they have run it is 0.

## Fix
Let gradients start at `0.0` in `__init__`, and set that of the output to 1 once, in `backward()`, before
and not inside the walk over the nodes.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

FAULT = Fault(
    title="every node starts from 1, not only the output",
    layer=Layer.SEED,
    hints=(
        "What does `Value(2.0).grad` hold before any pass, and what should it hold?",
        "Look for every place where a gradient is set to 1: for which nodes, and how often?",
        "The 1 belongs to the output alone; other nodes have it as a surplus on top of their shares.",
    ),
    examples={
        "__init__": (Replace("self.grad = 0.0", "self.grad = 1.0", inside="__init__"),),
        "backward: each before its rule": (
            Replace("node._backward()", "node.grad = 1.0\n            node._backward()", inside="backward"),
        ),
    },
    undone_by=(Repair("seed-once"), Repair("initial-zero")),
    frequency=3,
)

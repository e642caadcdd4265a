"""Nodes other than the output start with the gradient 1.

## What happens
If `__init__` sets each gradient to 1, the gradients are too large. For `L = a * b` at a = 2, b = 3, `a.grad`
is 1 + 3 = 4 instead of 3, and `b.grad` is 1 + 2 = 3 instead of 2. In larger graphs, intermediate nodes also
pass the extra 1 on.

## Why
Only the output starts with the gradient 1, because dL/dL = 1. The gradient of any other node is the sum of
its contributions, and a sum starts at 0. In `g = g or 1.0`, a node that receives 0 gets 1, too.

## Fix
Set each gradient to 0 in `__init__`. Set the output's gradient to 1 once, in `backward()`, before the loop
over the nodes.

    self.grad = 1.0
    for node in reversed(topo):
        node._backward()
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

FAULT = Fault(
    title="A gradient starts at 1 in nodes other than the output",
    layer=Layer.SEED,
    hints=(
        "Which nodes should have the gradient 1 at the start of the pass, and which have it in your code?",
        "Look for each line that sets a gradient to 1: for which nodes does it run, and how often?",
        "Your code sets a gradient to 1 for nodes other than the output. Their gradients must start at 0.",
    ),
    examples={
        "__init__": (Replace("self.grad = 0.0", "self.grad = 1.0", inside="__init__"),),
        "backward: each before its rule": (
            Replace("node._backward()", "node.grad = 1.0\n            node._backward()", inside="backward"),
        ),
    },
    frequency=3,
    undone_by=(Undoing("seed-once"), Undoing("initial-zero", "")),
    signs=(FaultSign.SEEDS_MORE,),
)

"""Rules run from the inputs to the output instead of back.

## What happens
Only the output's own operands get a gradient. For `c = a * b; d = a + b; e = c + d`, `c.grad` and `d.grad`
are 1, but `a.grad` and `b.grad` stay 0.

## Why
A rule hands on what its node has received. The rules of the inner nodes run first here, while their
gradients are still 0; when the output's rule pays them at last, their turn is over.

## Fix
Walk the topological order backwards: `for node in reversed(order)`. A list that puts each node after its
operands is the right one for computing data, and its reverse for gradients.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

FAULT = Fault(
    title="rules run from the inputs to the output",
    layer=Layer.TRAVERSAL,
    hints=(
        "Which node's gradient is known first, and which rule must therefore run first?",
        "Print the nodes in the order in which their rules run: is the output the first?",
        "The order is the one of the forward computation; gradients need the opposite.",
    ),
    examples={"backward": (Replace("reversed(self._order())", "self._order()", inside="backward"),)},
    undone_by=(Repair("reverse"),),
)

"""The backward pass runs the nodes from the inputs to the output.

## What happens
Only the operands of the output get a gradient. For `c = a * b; d = a + b; e = c + d`, `c.grad` and `d.grad`
are 1, but `a.grad` and `b.grad` stay 0.

## Why
A backward rule passes the gradient of its node on to the operands. Here the rules of `c` and `d` run first,
when `c.grad` and `d.grad` are still 0. The rule of `e` sets them to 1, but it runs last.

## Fix
Run along the topological order in reverse. The forward pass needs the operands first, and the backward pass
needs the output first.

    for node in topological_order:              # ✗
    for node in reversed(topological_order):    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Replace, Says, Undoing

FAULT = Fault(
    title="Backward pass in the wrong order: from inputs to output",
    layer=Layer.TRAVERSAL,
    hints=(
        "Which gradients are 0? How many steps are these nodes away from the output?",
        "Print the nodes in the order in which their backward rules run. Is the output the first one?",
        (
            "Your code runs the backward rules from the inputs to the output. The backward pass needs the "
            "opposite order."
        ),
    ),
    examples={"backward": (Replace("reversed(self._order())", "self._order()", inside="backward"),)},
    undone_by=(Undoing("reverse", says=Says.PLACE), Undoing("topological", "forward", says=Says.ALL)),
    signs=(FaultSign.WRONG_ORDER, FaultSign.FROM_THE_INPUTS),
    hunted=Hunted("backward"),
)

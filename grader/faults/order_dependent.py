"""The gradients of the same graph are right in one run and wrong in another.

## What happens
You run the same file twice and get different gradients. For
`b = a * a; c = b + 1; d = c * 3; y = b * d` at a = 2, `a.grad` is 108 (right) in some runs and 60 in others.

## Why
Your class keeps operands or nodes in a set. The order of the nodes in a set depends on their memory
addresses, and these change from run to run. A correct backward pass gives the same gradients in every
order. Your backward pass is right only in some orders.

## Fix
Run the backward rules in reverse topological order: a node runs after all nodes that use it. Add every
contribution with `+=`. If you only replace the set by a tuple, the result is the same in every run, but it
can still be wrong.
"""

from grader.faults._fault import Fault, FaultSign, Layer, Says, Undoing

FAULT = Fault(
    title="Backward pass depends on the order of a set",
    layer=Layer.TRAVERSAL,
    hints=(
        "Run the same graph ten times, each time in a new Python process: is the result always the same?",
        "Look for loops over a set in the backward pass: what happens if the nodes come in another order?",
        "Your backward pass is right for some orders of the elements in a set, and wrong for others.",
    ),
    undone_by=(Undoing("topological", says=Says.ALL),),
    signs=(FaultSign.SET_ORDER,),
    is_drawn=False,  # no slip of code
)

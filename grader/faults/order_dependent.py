"""The same graph is right in one run and wrong in the next.

## What happens
Nothing in the file changes, and `a.grad` of the skip connection `b = a * a; c = b + 1; d = c * 3; y = b * d`
is 60 in some runs and 108 in others.

## Why
Operands or nodes are kept in a set, and a set hands them out in an order that depends on where they
lie in memory. A pass that is right in every valid order does not mind. One that works in some orders
only is right by luck.

## Fix
Make sure that each node runs after all its consumers, in a topological order, and that every share is
added to what is there. Operands in a tuple make a result repeatable, though not yet right.
"""

from grader.faults._fault import Fault, Layer, Repair

FAULT = Fault(
    title="the result depends on the order in which a set hands out its nodes",
    layer=Layer.TRAVERSAL,
    hints=(
        "Run the same graph ten times, each time in a new process: is the result always the same?",
        "Look for the places where the pass goes through a set: what if the nodes came in another order?",
        "The pass is right in some of the orders in which a set may hand out its nodes, and wrong in others.",
    ),
    undone_by=(Repair("topological"),),
)

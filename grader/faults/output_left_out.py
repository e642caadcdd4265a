"""`backward()` runs the backward rules of all nodes except the output.

## What happens
After `L.backward()`, all gradients except the output's are 0. This happens on every graph, even on a single
operation.

## Why
The whole gradient starts at the output: its backward rule gives the operands their first share. Your
`backward()` skips this one rule. The rules of the other nodes run, but their gradients are still 0, so they
pass on 0. Often a slice such as `topo[:-1]` cuts off the output, because it is the last node of the list.

## Fix
Go through the whole list. The output comes first, and its rule runs like any other rule.

    self.grad = 1.0
    for node in reversed(topo):
        node._backward()
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Says, Undoing

_ALL = "reversed(self._order())"

FAULT = Fault(
    title="`backward()` leaves out the rule of the output",
    layer=Layer.TRAVERSAL,
    hints=(
        "Which nodes have a gradient other than 0 after `backward()`? Is there any except the output?",
        "Print each node whose backward rule runs. Is the output among them?",
        "The loop does not reach the output, so its rule never gives the operands their share.",
    ),
    examples={"backward": (Replace(_ALL, "self._order()[-2::-1]", inside="backward"),)},
    frequency=1,
    undone_by=(
        Undoing("whole-graph", says=Says.ONE_OF),
        Undoing("whole-graph", "root left out", says=Says.ONE_OF),
        Undoing("whole-graph", "all but one", says=Says.ONE_OF),
        Undoing("topological", says=Says.ALL),
    ),
    ruled_out_by=("no rules", "never called"),
    signs=(FaultSign.DOES_NOT_RUN,),
)

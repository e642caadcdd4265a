"""`backward()` does not run the backward rule of any node.

## What happens
After `L.backward()`, all gradients except the output's are 0. This happens on every graph, even on a single
operation.

## Why
Your `backward()` sets the output's gradient, but no line calls the rules, or the loop goes through an empty
list. A function does not run when you define it: `build(self)` must be called to fill the list.

## Fix
Fill the list of nodes, go through it in reverse, and call the rule of each node, with parentheses.

    build(self)
    for node in reversed(topo):
        node._backward()
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Says, Undoing

_LOOP = "for node in reversed(self._order()):\n            node._backward()\n"

FAULT = Fault(
    title="`backward()` never runs the backward rules",
    layer=Layer.TRAVERSAL,
    hints=(
        "Put a `print` into the rule of `+` and call `backward()` on `a + b`: does it print anything?",
        "Read `backward()` line by line: which line calls a backward rule?",
        "No line calls the rules, or the list of nodes is still empty when the loop runs.",
    ),
    examples={"backward": (Replace(_LOOP, "self._order()\n", inside="backward"),)},
    frequency=2,
    undone_by=(
        Undoing("whole-graph", says=Says.ONE_OF),
        Undoing("whole-graph", "no rules", says=Says.ALL),
        Undoing("whole-graph", "never called", says=Says.ONE_OF),
        Undoing("topological", says=Says.ALL),
    ),
    ruled_out_by=("slice", "all but one", "root left out"),
    signs=(FaultSign.DOES_NOT_RUN, FaultSign.NOTHING_RUNS),
)

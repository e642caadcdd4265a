"""The rules are never run.

## What happens
After `L.backward()` the output's gradient is 1 and all others are 0, on every graph, even on a single
operation.

## Why
The pass sets its start and may even list the nodes, but nothing calls the rules. To define a function
or to build a list does not run anything: `build(self)` must be called, and so must each node's rule.

## Fix
Walk the list of nodes from the output backwards, and call each node's rule: `node._backward()`, with
the brackets.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

_LOOP = "for node in reversed(self._order()):\n            node._backward()\n"

FAULT = Fault(
    title="the rules are never run",
    layer=Layer.TRAVERSAL,
    hints=(
        "Put a `print` into the rule of `+` and ask `a + b`: does it appear?",
        "Follow `backward()` line by line: which line makes a rule run?",
        "Everything is prepared, but no line calls the rules, or the list of nodes stays empty.",
    ),
    examples={"backward": (Replace(_LOOP, "self._order()\n", inside="backward"),)},
    undone_by=(Repair("topological"), Repair("whole-graph")),
    frequency=1,
)

"""Nodes or backward passes share a list, set, dict or counter that must be new each time.

## What happens
The first graph is right, but a later graph in the same program is wrong. Its gradients are too small if its
nodes count as visited already. They are too large if nodes of an earlier graph are still in the list.

## Why
Python creates a default value such as `visited=set()` only once, when it defines the function. All calls
then use the same set. In the same way, all nodes share a list that is created in the class body and not in
`__init__`.

A flag on each node, such as `node.visited = True`, stays set after a pass: the next pass skips the node. A
counter of uses has the same fault if operations increase it and no pass resets it. It then also counts uses
that are not in the graph of this pass, and a node waits for a rule that never runs.

## Fix
Create the object where you need a new one: at the start of `backward()` for each pass, or in `__init__` for
each node.

    def backward(self):
        visited = set()
        topo = []

In place of a flag on each node, keep the visited nodes in such a set.
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

FAULT = Fault(
    title="State is shared between nodes or backward passes",
    layer=Layer.FORWARD,
    hints=(
        "Is a graph still right if you run another graph before it in the same program?",
        "Look for lists, sets, dicts, marks and counters that are not new for each pass.",
        "Other graphs use the same object, mark or counter. It still has what they left in it.",
    ),
    examples={
        "backward: visited nodes": (
            Replace("_order(self)", "_order(self, visited=set())", inside="_order"),
            Replace("        visited: set[Value] = set()\n", "", inside="_order"),
        ),
        "backward: the order": (
            Replace("_order(self)", "_order(self, order=[])", inside="_order"),
            Replace("        order: list[Value] = []\n", "", inside="_order"),
        ),
        "__init__: the operands": (
            Replace("    def __init__(", "    _prev = []\n\n    def __init__("),
            Replace("self._prev = parents", "self._prev += parents", inside="__init__"),
        ),
    },
    frequency=1,
    undone_by=(Undoing("fresh-state"),),
    signs=(FaultSign.LATER_PASS,),
)

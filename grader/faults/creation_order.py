"""The backward pass runs through a list of all nodes that were ever created.

## What happens
A program with one graph can be right. With two graphs, the second pass runs the backward rules of the first
graph again. After `u = a * b; u.backward()` and then `v = a + b; v.backward()` with a = 2 and b = 3,
`a.grad` is 3 + 3 + 1 = 7 instead of 3 + 1 = 4.

## Why
The list also holds nodes that are not in the graph of this output. A node of an older graph still has its
old gradient, and its backward rule passes this gradient on again.

## Fix
Start at the node on which `backward()` is called. Collect only this node and the nodes that it depends on,
in topological order. Do not keep a list of all nodes in the class or in a global variable.
"""

from grader.faults._fault import Fault, Layer, Replace, Says, Undoing

_RECORDED = (
    Replace("    def __init__(", "    made = []\n\n    def __init__("),
    Replace("self._op = op", "self._op = op\n        Value.made.append(self)", inside="__init__"),
)

FAULT = Fault(
    title="`backward()` runs every node ever created",
    layer=Layer.TRAVERSAL,
    hints=(
        (
            "Build and run two graphs in one program. Is the second result wrong, although each graph alone "
            "is right?"
        ),
        "Look at where `backward()` takes its list of nodes from. Which nodes are on this list?",
        "Your list holds every node that was ever created, not only the nodes that the output depends on.",
    ),
    examples={
        "backward: newest first": (
            *_RECORDED,
            Replace("reversed(self._order())", "reversed(Value.made)", inside="backward"),
        ),
        "backward: oldest first": (
            *_RECORDED,
            Replace("reversed(self._order())", "Value.made", inside="backward"),
        ),
    },
    undone_by=(Undoing("topological", says=Says.ALL),),
    ruled_out_by=("recursive",),
)

"""Nodes run level by level, counted from the output.

## What happens
For `b = a * a; c = b + 1; d = c * 3; y = b * d` at a = 2, `a.grad` is 60 instead of 108: `b` is one step
from the output and runs on the second level, while `c`, which pays into it too, comes a level later.

## Why
A queue visits what is near the output first. But a node may be near by one path and far by another,
and it may only run when the longest one has arrived.

## Fix
Use a topological order instead of a queue: list each node after all its operands, then run the rules
along the reversed list.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

_LOOP = "for node in reversed(self._order()):\n"
_QUEUE = """queue = [self]
        for node in queue:
            queue += [parent for parent in dict.fromkeys(node._prev) if parent not in queue]
"""
_QUEUE_OF_PATHS = """queue = [self]
        for node in queue:
            queue += node._prev
"""

FAULT = Fault(
    title="nodes run level by level (breadth-first)",
    layer=Layer.TRAVERSAL,
    hints=(
        "How many steps is `b` from `y` in `b = a * a; c = b + 1; d = c * 3; y = b * d`: one, or three?",
        "Look at which node is taken next: the first one found, or one whose consumers have all run?",
        "The queue takes a node as soon as it is found; a consumer on a longer path comes too late.",
    ),
    examples={
        "backward": (Replace(_LOOP, _QUEUE, inside="backward"),),
        "backward: each as often as it is found": (Replace(_LOOP, _QUEUE_OF_PATHS, inside="backward"),),
    },
    undone_by=(Repair("topological"),),
    frequency=3,
)

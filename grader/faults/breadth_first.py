"""The backward pass runs the nodes level by level, counted from the output.

## What happens
In `b = a * 2; c = b + 1; d = c * 3; y = b * d` with a = 1, `a.grad` is 18 instead of 30. The backward rule
of `b` runs too early: `b` has received 9 from `y`, but not yet 6 from `c`.

## Why
A queue (breadth-first search) takes the nodes that are closest to the output first. `b` is one step from
`y` on one path and three steps on the other. The backward rule of `b` must wait for all nodes that use `b`,
so the longest path counts.

## Fix
Replace the queue with a topological order: a list in which each node stands after its operands. Then run
the backward rules along the reversed list.

    for node in reversed(topological_order):
        node._backward()
"""

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Replace, Says, Undoing

_LOOP = "for node in reversed(self._order()):\n"
_QUEUE = """queue = [self]
        for node in queue:
            queue += [parent for parent in dict.fromkeys(node._prev) if parent not in queue]
"""
_QUEUE_OF_PATHS = """queue = [self]
        for node in queue:
            queue += node._prev
"""
_QUEUE_OF_USES = """queue, met = [self], set()
        for node in queue:
            if node not in met:
                met.add(node)
                queue += node._prev
"""

FAULT = Fault(
    title="Backward pass in the wrong order: breadth-first",
    layer=Layer.TRAVERSAL,
    hints=(
        (
            "Does the graph have a short path and a long path from the output to the same node? Which "
            "gradients are wrong?"
        ),
        "Look at how `backward()` chooses the next node. Have all nodes that use this node already run?",
        (
            "Your code takes nodes by their distance from the output. A node then runs before a node that "
            "uses it on a longer path."
        ),
    ),
    examples={
        "backward": (Replace(_LOOP, _QUEUE, inside="backward"),),
        "backward: with repetitions": (Replace(_LOOP, _QUEUE_OF_PATHS, inside="backward"),),
        "backward: once for each use": (Replace(_LOOP, _QUEUE_OF_USES, inside="backward"),),
        "backward: with repetitions, each operand once": (
            Replace(
                _LOOP, _QUEUE_OF_PATHS.replace("node._prev", "dict.fromkeys(node._prev)"), inside="backward"
            ),
        ),
    },
    frequency=3,
    undone_by=(
        Undoing("topological", says=Says.ALL),
        Undoing("topological", "breadth-first", says=Says.ALL),
    ),
    ruled_out_by=("recursive",),
    signs=(FaultSign.WRONG_ORDER, FaultSign.TRACED_ORDER),
    hunted=Hunted("backward", is_usual=True),
)

"""The backward rules run in the order in which a stack returns the nodes.

## What happens
For `b = a * a; c = b + 1; d = c * 3; y = d * b` at a = 2, `a.grad` is 60 instead of 108. The stack returns
`b` right after `y`, so `b` runs before it gets the contribution from `c`.

## Why
A stack returns the node that was added last. In this order, a node can run before other nodes that use it.
On some graphs the result is right by chance.

## Fix
First build a list `topo` in topological order, with each node after its operands. Then go through the list
in reverse and run the rules.

    for node in reversed(topo):
        node._backward()
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Says, Tie, Undoing

_LOOP = "for node in reversed(self._order()):\n"
_STACK = """stack, found = [self], {self}
        while stack:
            node = stack.pop()
            stack += [parent for parent in dict.fromkeys(node._prev) if parent not in found]
            found.update(node._prev)
"""

_MARKED_WHEN_TAKEN = """stack, order = [self], []
        while stack:
            node = stack.pop()
            if node not in order:
                order.append(node)
                stack += reversed(node._prev)
        for node in order:
"""
FAULT = Fault(
    title="Backward pass in the wrong order: stack order",
    layer=Layer.TRAVERSAL,
    hints=(
        "In `b = a * a; c = b + 1; d = c * 3; y = d * b`, which node runs right after `y` in your code?",
        "Look at the line that takes the next node: have all nodes that use it already run?",
        "Your stack returns the newest node first, even if some nodes that use it have not run yet.",
    ),
    examples={
        "backward": (Replace(_LOOP, _STACK, inside="backward"),),
        "backward: marked when taken": (Replace(_LOOP, _MARKED_WHEN_TAKEN, inside="backward"),),
    },
    frequency=1,
    undone_by=(Undoing("topological", says=Says.ALL), Undoing("topological", "stack", says=Says.ALL)),
    ruled_out_by=("recursive",),
    signs=(FaultSign.WRONG_ORDER, FaultSign.TRACED_ORDER),
    tie=Tie.LAST_FIRST,
)

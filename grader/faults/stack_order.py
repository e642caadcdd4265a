"""Nodes run in the order in which they come from a stack.

## What happens
For `b = a * a; c = b + 1; d = c * 3; y = d * b` at a = 2, `a.grad` is 60 instead of 108: `b` was put on
the stack last, so it runs first, before `c` has paid into it.

## Why
A stack hands out what was put there last. That says nothing about whether all the consumers of the node
have run, and on some graphs it is right only by luck.

## Fix
Let the stack build a topological order (a node is listed when all its operands are), and run the rules
afterwards, along the reversed list.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

_LOOP = "for node in reversed(self._order()):\n"
_STACK = """stack, found = [self], {self}
        while stack:
            node = stack.pop()
            stack += [parent for parent in dict.fromkeys(node._prev) if parent not in found]
            found.update(node._prev)
"""

FAULT = Fault(
    title="nodes run in the order in which a stack hands them out",
    layer=Layer.TRAVERSAL,
    hints=(
        "In `b = a * a; c = b + 1; d = c * 3; y = d * b`, which node does your walk take right after `y`?",
        "Look at which node is taken next: is it certain that all its consumers have run?",
        "The stack hands out the newest node, whether or not all its consumers have paid in.",
    ),
    examples={"backward": (Replace(_LOOP, _STACK, inside="backward"),)},
    undone_by=(Repair("topological"),),
    frequency=1,
)

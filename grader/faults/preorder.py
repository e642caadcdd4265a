"""A node runs as soon as the walk gets to it, before its other consumers.

## What happens
For `b = a * a; c = b + 1; d = c * 3; y = b * d` at a = 2, `a.grad` is 60 instead of 108: `b` ran with
the share of `y` only. With the operands of `y` exchanged it is right by luck.

## Why
A depth-first walk that lists a node on the way down (pre-order) reaches it through one consumer, while
another may still be waiting. What that one pays in later is not handed on any more.

## Fix
List a node on the way up, after all its operands are listed (post-order), and run the rules along the
reversed list. Then each node comes before its operands and after all its consumers.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

FAULT = Fault(
    title="nodes run in pre-order: before all their consumers have",
    layer=Layer.TRAVERSAL,
    hints=(
        "In `b = a * a; c = b + 1; d = c * 3; y = b * d`, which rules must have run before that of `b`?",
        "Look at when a node is put on the list: before its operands are visited, or after?",
        "The node is listed on the way down; other consumers of it may come later in the list.",
    ),
    examples={
        "backward": (
            Replace("stack.append((node, True))", "order.append(node)", inside="_order"),
            Replace("reversed(self._order())", "self._order()", inside="backward"),
        )
    },
    undone_by=(Repair("post-order"),),
    frequency=4,
)

"""Rules run along a record of everything that was ever made.

## What happens
One graph alone may be right. With two, `u = a * b; u.backward()` and then `v = a + b; v.backward()`, the
second pass runs the rule of `u` again: at a = 2, b = 3, `a.grad` is 3 + 3 + 1 = 7 instead of 4.

## Why
The order in which nodes were made does put operands first. But the record also holds nodes that the
output does not depend on, and those that still hold a gradient hand it on once more.

## Fix
Start at the node on which `backward()` is called, and collect only what lies behind it, in a topological
order.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

_RECORDED = (
    Replace("    def __init__(", "    made = []\n\n    def __init__("),
    Replace("self._op = op", "self._op = op\n        Value.made.append(self)", inside="__init__"),
)

FAULT = Fault(
    title="rules run along a record of everything that was ever made",
    layer=Layer.TRAVERSAL,
    hints=(
        "Build two graphs on the same inputs and ask both: are the gradients the sum of both?",
        "Look at where the list of nodes comes from that the pass walks through.",
        "The list holds all nodes that were ever made, not only those behind the output.",
    ),
    examples={
        "backward: the newest first": (
            *_RECORDED,
            Replace("reversed(self._order())", "reversed(Value.made)", inside="backward"),
        ),
        "backward: the oldest first": (
            *_RECORDED,
            Replace("reversed(self._order())", "Value.made", inside="backward"),
        ),
    },
    undone_by=(Repair("topological"),),
)

"""The pass stops near the output.

## What happens
The output's operands have the right gradients, perhaps their operands too, and everything further back
has 0. For `L = ((a * b) * c) * d`, `d` is right and `a` and `b` get nothing.

## Why
`backward()` runs the rule of the output, or those of its operands as well, and no others. Each rule
reaches one step back only; the whole graph needs all of them.

## Fix
Collect every node behind the output by following the operands of operands until there are none left,
and run all their rules, the output's first.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

_ALL = "reversed(self._order())"

FAULT = Fault(
    title="the pass stops one or two steps from the output",
    layer=Layer.TRAVERSAL,
    hints=(
        "In `L = ((a * b) * c) * d`, which gradients are right, and how far from `L` are they?",
        "Count the rules that run during `backward()`, and the nodes in the graph.",
        "Only the output, or the output and its operands, are asked; what lies behind them is not.",
    ),
    examples={
        "backward": (Replace(_ALL, "[self]", inside="backward"),),
        "backward: two steps": (Replace(_ALL, "[self, *dict.fromkeys(self._prev)]", inside="backward"),),
        "backward: the output each time": (
            Replace("order.append(node)", "order.append(self)", inside="_order"),
        ),
    },
    undone_by=(Repair("whole-graph"), Repair("topological")),
    frequency=2,
)

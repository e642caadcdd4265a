"""The backward pass stops before it reaches the inputs.

## What happens
Only the nodes near the output get a gradient. All gradients further back stay 0. For
`L = ((a * b) * c) * d`, `d` gets a gradient, but `a.grad` and `b.grad` are 0.

## Why
A backward rule passes the gradient only one step back, from a node to its operands. Your `backward()` runs
the rule of the output, and perhaps the rules of its operands, but not the rules of the nodes behind them.

## Fix
Collect all nodes of the graph: the output, its operands, the operands of these operands, and so on to the
inputs. Put them into a list `topo`, each node after its operands. Then go through the list in reverse and run
the rule of each node.

    for node in reversed(topo):
        node._backward()
"""

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Replace, Says, Undoing

_ALL = "reversed(self._order())"

FAULT = Fault(
    title="Backward pass stops one or two steps from the output",
    layer=Layer.TRAVERSAL,
    hints=(
        "In `L = ((a * b) * c) * d`, which gradients are 0, and how far are these nodes from `L`?",
        "Count the backward rules that run during `backward()`, and compare with the number of nodes.",
        "Your `backward()` runs the rule of the output, and perhaps those of its operands, but no others.",
    ),
    examples={
        "backward": (Replace(_ALL, "[self]", inside="backward"),),
        "backward: two steps": (Replace(_ALL, "[self, *dict.fromkeys(self._prev)]", inside="backward"),),
        "backward: two steps, each use": (Replace(_ALL, "[self, *self._prev]", inside="backward"),),
        "backward: the output each time": (
            Replace("order.append(node)", "order.append(self)", inside="_order"),
        ),
    },
    shown_by=("c = a * b; d = c + a; e = d * b",),
    frequency=2,
    undone_by=(
        Undoing("whole-graph", says=Says.ONE_OF),
        Undoing("whole-graph", "no traversal", says=Says.ALL),
        Undoing("topological", says=Says.ALL),
    ),
    ruled_out_by=("all but one",),
    signs=(FaultSign.DOES_NOT_RUN,),
    hunted=Hunted("backward: two steps"),
)

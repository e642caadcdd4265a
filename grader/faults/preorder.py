"""A node runs its backward rule before all nodes that use it have run.

## What happens
For `b = a * a; c = b + 1; d = c * 3; y = b * d` at a = 2, `a.grad` is 60 instead of 108. The node `b` gets
a contribution from `y` and another from `c`, but it runs after the first one. With `y = d * b` the result
can be right by chance.

## Why
Your depth-first search adds a node to the list before it visits the operands of the node (pre-order). Then
another node that uses it can come later in the list, and its contribution is not passed on.

## Fix
Add a node to the list after its operands (post-order), and go through the list in reverse. Then each node
runs after all nodes that use it.

    def build(node):
        if node not in visited:
            visited.add(node)
            for operand in node._prev:
                build(operand)
            topo.append(node)
"""

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Replace, Says, Tie, Undoing

FAULT = Fault(
    title="Backward pass in the wrong order: pre-order",
    layer=Layer.TRAVERSAL,
    hints=(
        "In `b = a * a; c = b + 1; d = c * 3; y = b * d`, which rules must run before the rule of `b`?",
        "Look at the line that adds a node to the list: is it before or after the visit to the operands?",
        "Your search adds a node before its operands. Other nodes that use it can come later in the list.",
    ),
    examples={
        "backward": (
            Replace("stack.append((node, True))", "order.append(node)", inside="_order"),
            Replace("reversed(self._order())", "self._order()", inside="backward"),
        )
    },
    frequency=4,
    undone_by=(Undoing("post-order", "pre-order"), Undoing("topological", "pre-order", says=Says.ALL)),
    signs=(FaultSign.WRONG_ORDER, FaultSign.TRACED_ORDER),
    tie=Tie.LAST_FIRST,
    hunted=Hunted("backward", is_usual=True),
)

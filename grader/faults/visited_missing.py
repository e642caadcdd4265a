"""A node that the search reaches twice runs its backward rule twice.

## What happens
The gradients are too large. For `b = a + a; c = b + b` at a = 1, `b` runs twice and `a.grad` is 8
instead of 4. In a chain of such steps, each step doubles the work.

## Why
The search reaches a node once for each path to it. Without a check, it adds the node to the list each time,
and the rule of the node passes its gradient on each time.

Or the line that adds a node is inside the loop over its operands, so it runs once for each of them. Or two
lines of `backward()` call the rule of the same node.

## Fix
Keep a set of visited nodes. If a node is in the set, do nothing: do not visit its operands and do not add it
to the list. So the line that adds the node must be inside the `if`, and after the loop.

    if node not in visited:
        visited.add(node)
        for operand in node._prev:
            build(operand)
        topo.append(node)

If two lines call the same rule, delete one of them.
"""

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Replace, Says, Undoing

FAULT = Fault(
    title="A node runs its backward rule more than once",
    layer=Layer.TRAVERSAL,
    hints=(
        "In `b = a + a; c = b + b`, how many times does the rule of `b` run?",
        "Look at what your search does when it reaches a node for the second time.",
        "Your search adds the node to the list again, so its rule passes the gradient on again.",
    ),
    examples={
        "backward": (Replace("elif node not in visited:", "else:", inside="_order"),),
        "backward: each operand once": (
            Replace("elif node not in visited:", "else:", inside="_order"),
            Replace("reversed(node._prev)", "reversed(dict.fromkeys(node._prev))", inside="_order"),
        ),
        "backward: listed outside the if": (
            Replace("if is_done:", "if is_done or node in visited:", inside="_order"),
        ),
    },
    frequency=7,
    undone_by=(
        Undoing("visit-once"),
        Undoing("call-once"),
        Undoing("post-order", "for each parent"),
        Undoing("topological", "no-visited", says=Says.ALL),
    ),
    signs=(FaultSign.MANY_PATHS, FaultSign.RUNS_AGAIN, FaultSign.WRONG_ORDER, FaultSign.TRACED_ORDER),
    hunted=Hunted("backward", is_usual=True),
)

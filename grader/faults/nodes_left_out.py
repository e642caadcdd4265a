"""The backward pass does not reach every node of the graph.

## What happens
A backward rule that never runs sends nothing. For `c = a * b; d = a + b; L = c * d` at a = 2, b = 3, `a.grad`
should be 15 + 6 = 21. If the search follows only the left operand, it never finds `d`, and `a.grad` is 15.

## Why
Some node is never found, or never gets its turn. A search that follows one of two operands misses the other
one, a `break` or `return` ends a loop early, and a limit on the depth cuts off what is further away. If your
code counts the users of a node, and counts some twice, the node waits for a user that never comes.

## Fix
Visit all operands of each node, as far as the inputs, and each node once. Count each user of a node once.

    for child in v._prev:
        build(child)
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Says, Undoing

_OPERANDS = "reversed(node._prev)"
_LOOP = "for node in reversed(self._order()):\n"
_WAITING = """users, found = {}, [self]
        for node in found:
            for parent in node._prev:
                users[parent] = users.get(parent, 0) + 1
                found.append(parent)
        ready = [self]
        for node in ready:
            for parent in node._prev:
                users[parent] -= 1
                if not users[parent]:
                    ready.append(parent)
        for node in ready:
"""
_UP_TO_ZERO = "if not node.grad:\n                break\n            node._backward()"

FAULT = Fault(
    title="Backward pass does not reach every node",
    layer=Layer.TRAVERSAL,
    hints=(
        "Count the backward rules that run during `backward()`, and compare with the number of nodes.",
        "Look at how `backward()` goes from a node to its operands. Does it go to all of them, and how far?",
        "Your code never comes to some nodes of the graph, so their backward rules do not run.",
    ),
    examples={
        "backward: left operands": (Replace(_OPERANDS, "node._prev[:1]", inside="_order"),),
        "backward: right operands": (Replace(_OPERANDS, "node._prev[-1:]", inside="_order"),),
        "backward: waits for each path": (Replace(_LOOP, _WAITING, inside="backward"),),
        "backward: up to a gradient of 0": (Replace("node._backward()", _UP_TO_ZERO, inside="backward"),),
    },
    undone_by=(
        Undoing("whole-graph", says=Says.ONE_OF),
        Undoing("whole-graph", "ends early", says=Says.ONE_OF),
        Undoing("topological", says=Says.ALL),
    ),
    ruled_out_by=("all but one", "root left out", "no rules", "never called"),
    signs=(FaultSign.DOES_NOT_RUN, FaultSign.NOT_REACHED),
)

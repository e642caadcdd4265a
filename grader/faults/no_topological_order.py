"""Each node runs its operands' rules at once, without waiting for its other consumers.

## What happens
A node in the middle that is used twice hands on its gradient twice: first a part, then the whole. For
`b = a * a; c = b + 1; d = c * 3; y = b * d` at a = 2, `a.grad` is 168 or 216 instead of 108, by which
use comes first. Where only inputs are used twice, all is right.

## Why
A rule hands on all that has come in so far. If it runs for each consumer anew, the earlier shares are
handed on again with the later ones.

## Fix
First list all nodes so that each stands after its operands (a topological order), then walk the list
backwards and run each rule once. By then every consumer of a node has paid in.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

_LOOP = "for node in reversed(self._order()):\n            node._backward()\n"
_RECURSION = """self._pass_on()

    def _pass_on(self):
        self._backward()
        for parent in self._prev:
            parent._pass_on()
"""

FAULT = Fault(
    title="each node runs its operands at once, without a topological order",
    layer=Layer.TRAVERSAL,
    hints=(
        "In `b = a * a; c = b + 1; d = c * 3; y = b * d`, how often does the rule of `b` run?",
        "Look at what makes a rule run: is it known then that all consumers of the node have paid in?",
        "The pass follows each path by itself, so that a node used twice hands on its first share twice.",
    ),
    examples={"backward": (Replace(_LOOP, _RECURSION, inside="backward"),)},
    undone_by=(Repair("topological"),),
    frequency=7,
)

"""A node runs its backward rule before all nodes that use it have run.

## What happens
In `b = a * 2; c = b + 1; y = b * c` with a = 3, `a.grad` should be 26. If each path runs the rule of `b`
again, it is 40 or 52, depending on which operand comes first. If the rule of `b` runs once, but before that
of `c`, it is 14. Graphs in which only the inputs are used twice are right.

## Why
A backward rule passes on the gradient that its node has at that moment. If the rule runs once for each path,
it passes the earlier contributions on again. If it runs too early, the later ones are lost: for example in an
order by a depth that is counted from one operand only.

## Fix
First put all nodes in topological order: visit the operands of a node, and then append the node to a list.
Then run each backward rule once, along the reversed list. The gradient of a node is complete when its rule
runs.

    for node in reversed(topological_order):
        node._backward()
"""

from collections.abc import Iterator

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Replace, Says, Undoing
from grader.reference import METHODS, rule_statement
from suites import PRIMITIVES

_LOOP = "for node in reversed(self._order()):\n            node._backward()\n"
_RECURSION = """self._pass_on()

    def _pass_on(self):
        self._backward()
        for parent in self._prev:
            parent._pass_on()
"""


def _at_once(op: str) -> Iterator[Replace]:
    """Each operand passes on what it has as soon as it has received something."""
    for operand in range(PRIMITIVES[op].arity):
        statement = rule_statement(op, operand)
        name = statement.partition(".")[0]
        yield Replace(statement, f"{statement}; {name}._backward()", inside=METHODS[op])


FAULT = Fault(
    title="Backward pass in the wrong order: no topological order",
    layer=Layer.TRAVERSAL,
    hints=(
        (
            "Is there a node between the inputs and the output that two other nodes use? How often does its "
            "backward rule run?"
        ),
        "Look at the line that starts a backward rule. Have all nodes that use this node already run?",
        (
            "Your code runs the rule of a node before all nodes that use it have run. So it passes on a part "
            "of the gradient, or passes a part on twice."
        ),
    ),
    examples={
        "backward": (Replace(_LOOP, _RECURSION, inside="backward"),),
        "backward: each operand once": (
            Replace(_LOOP, _RECURSION.replace("self._prev", "dict.fromkeys(self._prev)"), inside="backward"),
        ),
        "backward: operand by operand": (
            Replace(_LOOP, "self._backward()\n", inside="backward"),
            *(edit for op in METHODS for edit in _at_once(op)),
        ),
    },
    frequency=7,
    undone_by=(
        Undoing("topological", says=Says.ALL),
        Undoing("topological", "recursive", says=Says.ALL),
        Undoing("topological", "sorted", says=Says.PLACE),
        Undoing("read-result", "handed on"),
        Undoing("rule", "handed on"),
    ),
    signs=(FaultSign.WRONG_ORDER, FaultSign.TRACED_ORDER, FaultSign.RUNS_EARLY, FaultSign.SET_ORDER),
    hunted=Hunted("backward"),
)

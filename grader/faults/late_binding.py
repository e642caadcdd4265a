"""A function uses a variable that has another value by the time the function runs.

## What happens
A graph with one such operation is right. With two, the rule of the first operation uses the result of the
second. In `c = a * b; d = c * a` with a = 2 and b = 3, both rules read `d.grad`, so `a.grad` is 9 instead
of 12.

## Why
A Python function looks up its variables when it runs, and not when it is defined. The backward rules run in
`backward()`. At that moment a global variable or a loop variable refers to the last node.

## Fix
Let each backward rule use only local variables of its own operation: `self`, `other` and `out`. If you
define rules in a loop, store the node in a default argument.

    def _backward():             # ✗
    def _backward(node=node):    # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing
from grader.reference import METHODS

_OWN = "        out = Value("
_SHARED = f"        global out\n{_OWN}"

FAULT = Fault(
    title="A function reads a variable too late (late binding)",
    layer=Layer.FORWARD,
    hints=(
        "Compare a graph that uses this operation once with a graph that uses it twice. Which one is wrong?",
        "Look at the variables that the backward rule uses. To which nodes do they refer when the rule runs?",
        (
            "Your backward rule reads a shared variable. When the rule runs, this variable refers to the "
            "node that was created last."
        ),
    ),
    examples={"everywhere": (Replace(_OWN, _SHARED),)}
    | {op: (Replace(_OWN, _SHARED, inside=method),) for op, method in METHODS.items()},
    frequency=1,
    undone_by=(Undoing("bind"),),
    is_habit=True,
)

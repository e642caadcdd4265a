"""A rule reads a variable that has moved on to another node.

## What happens
With one operation of a kind all is right. With two, the first one's rule works with the second one's
result: in `c = a * b; d = c * a` both rules read the gradient of `d`.

## Why
A function looks its variables up when it runs, not when it is written. The rules run in the backward
pass, when a global or a loop's variable already stands for the last node that was made.

## Fix
Let each rule refer to variables of its own call: the method's parameters and the result it has made
itself. A loop that defines functions must fix the value, as in `def rule(node=node)`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS

_OWN = "        out = Value("
_SHARED = f"        global out\n{_OWN}"

FAULT = Fault(
    title="a rule works with the last node instead of its own",
    layer=Layer.FORWARD,
    hints=(
        "Compare a graph that has this operation once with one that has it twice.",
        "Which variables does the rule use, and what do they stand for by the time it runs?",
        "The rule reads a shared variable, which by then means the node that was made last.",
    ),
    examples={"everywhere": (Replace(_OWN, _SHARED),)}
    | {op: (Replace(_OWN, _SHARED, inside=method),) for op, method in METHODS.items()},
    undone_by=(Repair("bind"),),
    frequency=1,
)

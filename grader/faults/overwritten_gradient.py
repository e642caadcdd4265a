"""A gradient is overwritten where it should be added to.

## What happens
When a value is used twice, only the contribution of one use survives: `L = a + a` gives
`a.grad == 1` instead of 2.

## Why
The chain rule sums over every path from `a` to `L`. Each rule sees one use only, so it must add to
what the others have already put there.

## Fix
Write `self.grad += ...` instead of `self.grad = ...` wherever a rule hands on a gradient.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS
from suites import BINARY

FAULT = Fault(
    title="gradients are overwritten instead of added up",
    layer=Layer.RULE,
    hints=(
        "What should `a.grad` be for `L = a + a`, and what is it with your class?",
        "Look at what the marked line does to a gradient that is already there.",
        "The line replaces what an earlier use has put there; it should add to it.",
    ),
    examples={"everywhere": (Replace("grad += ", "grad = "),)}
    | {op: (Replace("grad += ", "grad = ", inside=method),) for op, method in METHODS.items()}
    | {
        f"{op}: {name} operand": (Replace(f"{node}.grad += ", f"{node}.grad = ", inside=METHODS[op]),)
        for op in BINARY
        for name, node in (("left", "self"), ("right", "other"))
    },
    undone_by=(Repair("accumulate"),),
    frequency=30,
)

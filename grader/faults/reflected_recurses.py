"""A reflected operation calls itself without end.

## What happens
`2 + a` ends with `RecursionError: maximum recursion depth exceeded`, while `a + 2` works.

## Why
`2 + a` calls `a.__radd__(2)`. If that method computes `other + self`, it asks for `2 + a` again, which
calls `a.__radd__(2)` again, and so on.

## Fix
Leave the loop by making the number a value first: `Value(other) + self`. For sums and products
`self + other` and `self * other` do as well.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import REFLECTED

FAULT = Fault(
    title="a reflected operation calls itself without end",
    layer=Layer.REFLECTED,
    hints=(
        "Which method does Python call for `2 + a`, and which for the expression inside that method?",
        "Follow the calls of the reflected method: when does it come to an end?",
        "It asks for the very operation it was called for, with the same operands.",
    ),
    examples={op: (Replace("Value(other)", "other", inside=method),) for op, method in REFLECTED.items()},
    undone_by=(Repair("reflect"),),
    frequency=6,
)

"""A reflected method computes its own expression again and never returns.

## What happens
`2 + a` stops with `RecursionError: maximum recursion depth exceeded`, but `a + 2` works.

## Why
For `2 + a`, Python calls `a.__radd__(2)`. If this method computes `other + self`, it computes `2 + a`
again. Python calls `a.__radd__(2)` again, and so on.

## Fix
Turn the number into a `Value` first. Then Python calls `__add__`. For sums and products you can also swap
the operands, because their order does not matter: `self + other`.

    return other + self          # ✗
    return Value(other) + self   # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing
from grader.reference import REFLECTED

FAULT = Fault(
    title="A reflected method calls itself without end",
    layer=Layer.REFLECTED,
    hints=(
        "Which method does Python call for `2 + a`, and which expression does this method compute?",
        "Follow the calls of the reflected method step by step: which call returns first?",
        "Your reflected method computes the same expression again, with the same operands.",
    ),
    examples={op: (Replace("Value(other)", "other", inside=method),) for op, method in REFLECTED.items()},
    frequency=6,
    undone_by=(Undoing("reflect", "recurses"),),
    signs=(FaultSign.CALLS_ITSELF,),
)

"""A reflected method computes with its operands in the wrong order.

## What happens
The `data` is already wrong: `2 - a` at a = 3 gives 1 instead of -1, and `2 / a` at a = 4 gives 2 instead of
0.5. Sums and products are right, because the order of their operands does not matter.

## Why
For `2 - a`, Python calls `a.__rsub__(2)`. In this method, `self` is the right operand `a`, and `other` is
the left operand 2. So `self - other` computes `a - 2`.

## Fix
Put the number on the left of the operator.

    return self - other          # ✗ a - 2
    return Value(other) - self   # ✓ 2 - a
"""

from grader.faults._fault import Fault, FaultPlace, Hunted, Layer, Replace, Undoing
from grader.faults._sign import FaultSign

FAULT = Fault(
    title="A reflected method swaps its operands",
    layer=Layer.REFLECTED,
    hints=(
        "What is the `data` of `2 - a` at a = 3, and of `2 / a` at a = 4?",
        "In the reflected method, which operand is on the left of the operator: `self` or `other`?",
        "Your method computes the operation with the left and the right operand swapped.",
    ),
    examples={
        "-": (Replace("Value(other) - self", "self - other", inside="__rsub__"),),
        "/": (Replace("Value(other) / self", "self / other", inside="__rtruediv__"),),
        "**": (Replace("Value(other) ** self", "self**other", inside="__rpow__"),),
    },
    frequency=21,
    undone_by=(Undoing("reflect", "reversed"),),
    signs=(FaultSign.SWAPPED_DATA,),
    place=FaultPlace.NUMBER,
    hunted=Hunted("-", is_usual=True),
)

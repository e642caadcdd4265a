"""A method computes with its operands in the wrong order.

## What happens
The `data` is already wrong: `2 - a` at a = 3 gives 1 instead of -1, and `2 / a` at a = 4 gives 2 instead of
0.5. Sums and products are right, because the order of their operands does not matter.

## Why
For `2 - a`, Python calls `a.__rsub__(2)`. In this method, `self` is the right operand `a`, and `other` is
the left operand 2. So `self - other` computes `a - 2`. For `a - b`, Python calls `a.__sub__(b)`. Here, `self`
is the left operand.

## Fix
Put the left operand on the left of the operator.

    return self - other          # ✗ in __rsub__: a - 2
    return Value(other) - self   # ✓ in __rsub__: 2 - a
    return other + (-self)       # ✗ in __sub__: b - a
    return self + (-other)       # ✓ in __sub__: a - b
"""

from grader.faults._fault import Fault, FaultPlace, FaultSign, Hunted, Layer, Replace, Undoing

FAULT = Fault(
    title="A method swaps its operands",
    layer=Layer.REFLECTED,
    hints=(
        "What is the `data` of the result, and what does a calculator give?",
        "In this method, which operand is on the left of the operator: `self` or `other`?",
        "Your method computes the operation with the left and the right operand swapped.",
    ),
    examples={
        "-": (Replace("Value(other) - self", "self - other", inside="__rsub__"),),
        "/": (Replace("Value(other) / self", "self / other", inside="__rtruediv__"),),
        "**": (Replace("Value(other) ** self", "self**other", inside="__rpow__"),),
    },
    frequency=21,
    undone_by=(Undoing("reflect", "reversed"), Undoing("swap")),
    signs=(FaultSign.SWAPPED_DATA,),
    place=FaultPlace.NUMBER,
    hunted=Hunted("-", is_usual=True),
)

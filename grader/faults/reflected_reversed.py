"""A reflected operation takes its operands the wrong way round.

## What happens
Already the data is wrong: `2 - a` at a = 3 gives 1 instead of -1, and `2 / a` at a = 4 gives 2 instead of
0.5. Sums and products are right, because the order does not matter there.

## Why
`2 - a` calls `a.__rsub__(2)`: `self` is the value, and it stands on the right of the minus. `self - other`
in that method computes `a - 2`.

## Fix
Put the number on the left: `Value(other) - self`, and `Value(other) / self` for the quotient.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

FAULT = Fault(
    title="a reflected operation takes its operands the wrong way round",
    layer=Layer.REFLECTED,
    hints=(
        "What is the data of `2 - a` at a = 3, and of `2 / a` at a = 4?",
        "In the reflected method, on which side of the sign does the value stand, and on which the number?",
        "The method computes the operation with left and right exchanged.",
    ),
    examples={
        "-": (Replace("Value(other) - self", "self - other", inside="__rsub__"),),
        "/": (Replace("Value(other) / self", "self / other", inside="__rtruediv__"),),
        "**": (Replace("Value(other) ** self", "self**other", inside="__rpow__"),),
    },
    undone_by=(Repair("reflect"),),
    frequency=21,
)

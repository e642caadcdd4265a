"""A share has the wrong sign.

## What happens
The gradient is right but for its sign: for `L = a - b`, `b.grad` is 1 instead of -1. For `a - a`, 2 comes
out instead of 0.

## Why
If b grows, a - b gets smaller: the slope for the right operand of a difference is -1, and for `-a` it is
-1 as well. For sums and products all signs are plus, and shares are added, not subtracted.

## Fix
Give the right operand of a difference the negated gradient, `-out.grad`, and the left one `out.grad`. Add
shares with `+=` everywhere; the sign belongs to the slope.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS, share

_OPERANDS = ("left operand", "right operand")


def _subtracted(op: str, operand: int) -> tuple[Replace]:
    statement = share(op, operand)
    return (Replace(statement, statement.replace("+=", "-="), inside=METHODS[op]),)


FAULT = Fault(
    title="a share has the wrong sign",
    layer=Layer.RULE,
    hints=(
        "If this operand grows a little, does the result grow or get smaller?",
        "Look at the signs in the rule: before the result's gradient, and in the way the share is added.",
        "The share is right but for its sign.",
    ),
    examples={
        f"{op}: {name}": _subtracted(op, operand)
        for op in ("-", "+", "*")
        for operand, name in enumerate(_OPERANDS)
    }
    | {"neg": _subtracted("neg", 0)},
    undone_by=(Repair("negate"),),
    frequency=2,
)

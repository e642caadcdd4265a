"""A slope of the quotient is wrong.

## What happens
For `L = a / b` at a = 3, b = 4 the gradients should be 1/4 and -3/16. The slips are in the second: 3/16
without the minus, -3/4 without the square, -1/16 without the numerator.

## Why
The denominator appears as 1/b, and if b grows, 1/b gets smaller: its slope is -1 / b**2, times a. The
numerator is divided by b, so that its slope is 1/b.

## Fix
Write `1 / other.data * out.grad` for `self` and `-self.data / other.data**2 * out.grad` for `other`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

_LEFT = "1 / other.data *"
_RIGHT = "-self.data / other.data**2"


def _slope(right: str, slope: str) -> tuple[Replace]:
    return (Replace(right, slope, inside="__truediv__"),)


FAULT = Fault(
    title="a slope of the quotient is wrong",
    layer=Layer.UNARY,
    hints=(
        "If b grows from 4 to 4.001, does 3 / b grow or get smaller, and by how much?",
        "Look at the rule's line for the denominator: its sign, its square, its numerator.",
        "One part of the quotient's slope is lost or in the wrong place.",
    ),
    examples={
        "/: minus lost": _slope(_RIGHT, "self.data / other.data**2"),
        "/: square lost": _slope(_RIGHT, "-self.data / other.data"),
        "/: numerator lost": _slope(_RIGHT, "-1 / other.data**2"),
        "/: upside down": _slope(_RIGHT, "-(other.data**2) / self.data"),
        "/: as a product": _slope(_RIGHT, "self.data"),
        "/: numerator times": _slope(_LEFT, "other.data *"),
        "/: numerator unchanged": _slope(_LEFT, ""),
    },
    undone_by=(Repair("rule", ("/",)),),
    frequency=1,
)

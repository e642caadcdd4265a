"""The slope of tanh is not 1 - t**2.

## What happens
For `tanh(a)` at a = 0.8, t is 0.664 and the gradient should be 0.559. It is 0.336 with `1 - t`, 1.441 with
`1 + t**2`, 0.36 with `1 - a**2`.

## Why
tanh is steepest at 0, where its slope is 1, and flat far out, where t is near 1 or -1. 1 - t**2 says that;
the other formulas differ by a sign, the square, or by taking the input for the result.

## Fix
Write `(1 - t**2) * out.grad`, where t is the result, `out.data`. `1 - math.tanh(self.data)**2` is the same
number.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace


def _slope(slope: str) -> tuple[Replace]:
    return (Replace("(1 - out.data**2)", slope, inside="tanh"),)


FAULT = Fault(
    title="the slope of tanh is wrong",
    layer=Layer.UNARY,
    hints=(
        "What is the slope of tanh at 0, and far out at 3, and what does your rule give there?",
        "Look at the formula in the rule: the sign, the square, and whose data it uses.",
        "The formula is not one minus the square of tanh's own result.",
    ),
    examples={
        "tanh: square lost": _slope("(1 - out.data)"),
        "tanh: plus": _slope("(1 + out.data**2)"),
        "tanh: of the input": _slope("(1 - self.data**2)"),
        "tanh: negated": _slope("(out.data**2 - 1)"),
        "tanh: as sigmoid": _slope("out.data * (1 - out.data)"),
        "tanh: second derivative": _slope("-2 * out.data * (1 - out.data**2)"),
    },
    undone_by=(Repair("rule", ("tanh",)),),
    frequency=1,
)

"""The slope of sigmoid is not s * (1 - s).

## What happens
For `sigmoid(a)` at a = 0.8, s is 0.690 and the gradient should be 0.214. It is 0.310 with `1 - s`, 1.166
with `s * (1 + s)`, 0.524 with the rule of tanh, `1 - s**2`.

## Why
sigmoid is steepest in the middle, where s = 1/2 and its slope is 1/4, and flat where s is near 0 or 1.
s * (1 - s) says that; s is the result, not the input.

## Fix
Write `s * (1 - s) * out.grad`, where s is `out.data`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace


def _slope(slope: str) -> tuple[Replace]:
    return (Replace("out.data * (1 - out.data)", slope, inside="sigmoid"),)


FAULT = Fault(
    title="the slope of sigmoid is wrong",
    layer=Layer.UNARY,
    hints=(
        "What is the slope of sigmoid at 0, and far out at 3, and what does your rule give there?",
        "Look at the formula in the rule: the sign, both factors, and whose data it uses.",
        "The formula is not the result times one minus the result.",
    ),
    examples={
        "sigmoid: one factor": _slope("(1 - out.data)"),
        "sigmoid: the result": _slope("out.data"),
        "sigmoid: plus": _slope("out.data * (1 + out.data)"),
        "sigmoid: as tanh": _slope("(1 - out.data**2)"),
        "sigmoid: of the input": _slope("self.data * (1 - self.data)"),
        "sigmoid: negated": _slope("out.data * (out.data - 1)"),
    },
    undone_by=(Repair("rule", ("sigmoid",)),),
    frequency=1,
)

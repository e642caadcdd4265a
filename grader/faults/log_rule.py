"""The slope of log is not 1 / x.

## What happens
For `log(a)` at a = 4 the gradient should be 0.25. It is 0.72 if it is divided by the result instead of the
input, 4 if it is multiplied by the input.

## Why
The logarithm grows ever more slowly: at x it has the slope 1 / x, where x is the input. The result,
log(x), does not appear in it.

## Fix
Divide by the input's data: `out.grad / self.data`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace


def _slope(slope: str) -> tuple[Replace]:
    return (Replace("1 / self.data", slope, inside="log"),)


FAULT = Fault(
    title="the slope of log is wrong",
    layer=Layer.UNARY,
    hints=(
        "What is the derivative of log(x) at x = 4, and what does your rule give?",
        "Look at what the rule divides by.",
        "The slope of log is the reciprocal of its input, and the rule takes something else.",
    ),
    examples={
        "log: of the result": _slope("1 / out.data"),
        "log: the input": _slope("self.data"),
        "log: the result": _slope("out.data"),
        "log: squared": _slope("1 / self.data**2"),
        "log: negated": _slope("-1 / self.data"),
        "log: to base 10": _slope("1 / (self.data * math.log(10))"),
    },
    undone_by=(Repair("rule", ("log",)),),
    frequency=1,
)

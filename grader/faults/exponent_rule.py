"""The slope of a power with respect to its exponent is wrong.

## What happens
For `L = a ** b` at a = 2, b = 3, `b.grad` should be 8 * log(2) = 5.545. Without the logarithm it is 8;
with the rule of the base it is 12. Powers with a plain number above are right.

## Why
a ** b is e ** (b * log(a)): if b grows by a little, the result grows by log(a) times itself. The rule of
the base, n * x ** (n - 1), answers a different question.

## Fix
Give the exponent `out.data * math.log(self.data) * out.grad`. For a base that is not positive there is
no such slope.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace


def _slope(slope: str) -> tuple[Replace]:
    return (Replace("out.data * math.log(self.data)", slope, inside="__pow__"),)


FAULT = Fault(
    title="the slope of a power with respect to its exponent is wrong",
    layer=Layer.UNARY,
    hints=(
        "What is the derivative of 2**x at x = 3, and what does `a ** b` give `b` there?",
        "Look at what the rule adds to the gradient of the exponent.",
        "The exponent's share is not the one of an exponential: the result times a logarithm.",
    ),
    examples={
        "**: no logarithm": _slope("out.data"),
        "**: no result": _slope("math.log(self.data)"),
        "**: the rule of the base": _slope("other.data * self.data ** (other.data - 1)"),
        "**: logarithm to base 10": _slope("out.data * math.log10(self.data)"),
    },
    undone_by=(Repair("rule", ("**",), 1),),
)

"""The slope of a power is not n * x ** (n - 1).

## What happens
For `a ** 3` at a = 2 the gradient should be 3 * 2**2 = 12. It is 4 if the factor n is left out, 24 if
the exponent is not lowered, 21 if `x**n - 1` is computed instead of `x**(n - 1)`.

## Why
Each of the n factors takes its turn in growing while the n - 1 others stay: hence n in front, and one less
above. For some points and exponents a wrong formula gives the right number.

## Fix
Write `n * x ** (n - 1) * out.grad`, with brackets around `n - 1`.
It holds for negative and broken exponents as it stands.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace


def _slope(slope: str) -> tuple[Replace]:
    return (Replace("other.data * self.data ** (other.data - 1)", slope, inside="__pow__"),)


FAULT = Fault(
    title="the slope of a power with respect to its base is wrong",
    layer=Layer.UNARY,
    hints=(
        "What is the derivative of x**3 at x = 2, and what does `a ** 3` give?",
        "Look at the exponent in the rule, at the factor in front, and at the brackets.",
        "The factor n, or the exponent lowered by one, is not as it should be.",
    ),
    examples={
        "**: no factor": _slope("self.data ** (other.data - 1)"),
        "**: exponent not lowered": _slope("other.data * self.data**other.data"),
        "**: brackets lost": _slope("other.data * (self.data**other.data - 1)"),
        "**: exponent raised": _slope("other.data * self.data ** (other.data + 1)"),
        "**: factor lowered": _slope("(other.data - 1) * self.data ** (other.data - 1)"),
        "**: base as the factor": _slope("self.data * self.data ** (other.data - 1)"),
    },
    undone_by=(Repair("rule", ("**",), 0),),
    frequency=2,
)

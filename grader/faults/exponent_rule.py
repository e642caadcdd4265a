r"""The backward rule of a power uses a wrong derivative for the exponent.

## What happens
For `L = a ** b` with a = 2 and b = 3, `b.grad` should be 8 * log(2) = 5.545. It is 8 if the logarithm is
missing, and 12 if the rule uses the derivative with respect to the base. Powers with a plain number as
exponent are right.

## Why
`a ** b` is equal to `exp(b * log(a))`. Its derivative with respect to `b` is therefore `a ** b * log(a)`.
The formula `n * x ** (n - 1)` is the derivative with respect to the base.

$$ \frac{\partial}{\partial b}\,a^b = a^b \cdot \log(a) $$

## Fix
Multiply the result by the natural logarithm of the base. This derivative exists only for a positive base.

    other.grad += out.data * math.log(self.data) * out.grad
"""

from grader.faults._fault import Fault, Hunted, Layer, Says, Undoing, instead_of

_slope = instead_of("out.data * math.log(self.data)", inside="__pow__")

FAULT = Fault(
    title="Wrong derivative of a power with respect to its exponent",
    layer=Layer.UNARY,
    hints=(
        "What is the derivative of `2 ** x` at x = 3? Which number does your code use for the exponent?",
        "Look at the line of the backward rule that changes the gradient of the exponent.",
        (
            "Your backward rule uses a different formula for the exponent. The right one is the result times "
            "the logarithm of the base."
        ),
    ),
    examples={
        "**: no logarithm": _slope("out.data"),
        "**: no result": _slope("math.log(self.data)"),
        "**: the rule of the base": _slope("other.data * self.data ** (other.data - 1)"),
        "**: logarithm to base 10": _slope("out.data * math.log10(self.data)"),
    },
    undone_by=(Undoing("rule", operations=("**",), operand=1, says=Says.PLACE),),
    hunted=Hunted("**: no logarithm"),
)

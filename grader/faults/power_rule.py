r"""The backward rule of `x ** n` does not compute `n * x ** (n - 1)`.

## What happens
For `a ** 3` at a = 2, the gradient should be 3 * 2 ** 2 = 12. Without the factor n it is 4. With the
exponent n instead of n - 1 it is 24. With `x ** n - 1` instead of `x ** (n - 1)` it is 3 * (8 - 1) = 21.

## Why
The derivative of x ** n is n * x ** (n - 1). Python computes `**` before `-`, so `x ** n - 1` means
`(x ** n) - 1`. Some wrong formulas give the right number for one exponent or one input.

$$ \frac{d}{dx}\,x^n = n \cdot x^{n-1} $$

## Fix
Write the whole formula, with parentheses around `n - 1`. It also holds for negative and fractional
exponents.

    self.grad += n * self.data ** (n - 1) * out.grad
"""

from grader.faults._fault import Fault, Hunted, Layer, Says, Undoing, instead_of

_slope = instead_of("other.data * self.data ** (other.data - 1)", inside="__pow__")

FAULT = Fault(
    title="Wrong derivative of a power with respect to its base",
    layer=Layer.UNARY,
    hints=(
        "What is the derivative of x ** 3 at x = 2, and what does your class give for `a ** 3`?",
        "Look at the rule of `**`: the factor in front, the exponent, and the parentheses.",
        "In your rule, the factor n or the exponent n - 1 is wrong.",
    ),
    examples={
        "**: no factor": _slope("self.data ** (other.data - 1)"),
        "**: exponent not lowered": _slope("other.data * self.data**other.data"),
        "**: brackets lost": _slope("other.data * (self.data**other.data - 1)"),
        "**: exponent raised": _slope("other.data * self.data ** (other.data + 1)"),
        "**: factor lowered": _slope("(other.data - 1) * self.data ** (other.data - 1)"),
        "**: base as the factor": _slope("self.data * self.data ** (other.data - 1)"),
    },
    frequency=2,
    undone_by=(Undoing("rule", operations=("**",), operand=0, says=Says.PLACE),),
    hunted=Hunted("**: exponent not lowered"),
)

r"""The backward rule of `exp` uses a wrong derivative.

## What happens
For `L = exp(a)` with a = 1.2, `a.grad` should be 3.32, the same number as `L.data`. It is 1.2 if the rule
uses the input, 3.98 if it uses the input times the result, and 1.47 if it uses the power rule.

## Why
The function exp is its own derivative. The power rule `n * x ** (n - 1)` does not apply, because the input
is the exponent and not the base.

$$ \frac{d}{da}\,\exp(a) = \exp(a) $$

## Fix
Use the data of the result as the local derivative:

    self.grad += out.data * out.grad
"""

from grader.faults._fault import Fault, Hunted, Layer, Says, Undoing, instead_of

_slope = instead_of("out.data * out.grad", inside="exp")

FAULT = Fault(
    title="Wrong derivative of exp",
    layer=Layer.UNARY,
    hints=(
        "What is the derivative of exp at your input? Which number does your code use?",
        "Look at the backward rule of `exp`. Which node's data does it use: the input's or the result's?",
        "The derivative of exp is exp itself. Your backward rule uses a different formula.",
    ),
    examples={
        "exp: the input": _slope("self.data * out.grad"),
        "exp: one": _slope("1.0 * out.grad"),
        "exp: times the input": _slope("self.data * out.data * out.grad"),
        "exp: as a power": _slope("self.data * math.exp(self.data - 1) * out.grad"),
        "exp: of the result": _slope("math.exp(out.data) * out.grad"),
    },
    frequency=1,
    undone_by=(Undoing("rule", operations=("exp",), says=Says.PLACE),),
    hunted=Hunted("exp: the input"),
)

r"""The backward rule of `log` uses a wrong derivative.

## What happens
For `L = log(a)` with a = 4, `a.grad` should be 1 / 4 = 0.25. It is 0.7213 if the rule divides by the result
instead of the input, and 4 if the rule multiplies by the input.

## Why
The derivative of `log(x)` is `1 / x`, where x is the input. The result `log(x)` is not part of this
formula.

$$ \frac{d}{dx}\,\log(x) = \frac{1}{x} $$

## Fix
Divide by the data of the input:

    self.grad += out.grad / self.data
"""

from grader.faults._fault import Fault, Hunted, Layer, Says, Undoing, instead_of

_slope = instead_of("1 / self.data", inside="log")

FAULT = Fault(
    title="Wrong derivative of log",
    layer=Layer.UNARY,
    hints=(
        "What is the derivative of log at your input? Which number does your code use?",
        "Look at the backward rule of `log`. By which number does it divide?",
        "The derivative of log is 1 divided by the input. Your backward rule uses a different formula.",
    ),
    examples={
        "log: of the result": _slope("1 / out.data"),
        "log: the input": _slope("self.data"),
        "log: the result": _slope("out.data"),
        "log: squared": _slope("1 / self.data**2"),
        "log: negated": _slope("-1 / self.data"),
        "log: to base 10": _slope("1 / (self.data * math.log(10))"),
    },
    frequency=1,
    undone_by=(Undoing("rule", operations=("log",), says=Says.PLACE),),
    hunted=Hunted("log: of the result"),
)

"""In a ** b, the exponent b has a derivative too: the result times log(a).

In these graphs the exponent is a value or the result of an operation, so it needs a gradient. A class that
raises an exception for such exponents is accepted.

## Worked example
* `L = a ** b * b + a` at a = 2, b = 3: L = 26. The gradient of the power is 3, so
  a.grad = 3 * 3 * 4 + 1 = 37 and b.grad = 3 * 8 * 0.693147 + 8 = 24.635532.
* `b = 2 ** a` at a = 3: a.grad = 8 * 0.693147 = 5.545177.
* `L = a ** (b * c) * 3 + b` at a = 0.5, b = 0.5, c = 3: the gradient of the product is
  3 * 0.353553 * -0.693147 = -0.735194, so b.grad = 3 * -0.735194 + 1 = -1.205581.

## If it fails
The class treats each exponent as a plain number, so the exponent gets no gradient. Python reports no error.

## Conventions
The bases are positive. Most courses do not ask for values as exponents: a class without them loses no points.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Value as exponent",
    stage=Stage.OPERATIONS,
    rank=120,
    about=("value exponent",),
    optional=True,
    needs=("power",),
    graphs=(
        Graph("L = a ** b * b + a", at(a=2, b=3)),
        Graph("b = 2 ** a", at(a=3)),
        Graph("L = a ** (b * c) * 3 + b", at(a=0.5, b=0.5, c=3)),
    ),
)

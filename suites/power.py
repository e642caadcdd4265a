r"""A power x ** n has the derivative n * x ** (n - 1).

These graphs use the exponents 2, 3, -1, 1.5, 1 and 0, because some wrong formulas are right for one exponent.
The power is the output, or it is below the output, or its base is used again.

$$ \frac{d}{dx}\,x^n = n \cdot x^{n-1} $$

## Worked example
* `b = a ** 2` at a = 3: a.grad = 6.
* `L = (a * b) ** 3 * 3 + a` at a = 0.5, b = 1.6: the product is 0.8 and its gradient is
  3 * 3 * 0.64 = 5.76, a.grad = 5.76 * 1.6 + 1 = 10.216, b.grad = 2.88.
* `L = a ** 1.5 * 3 + a ** 2 + a ** 1 + a ** 0` at a = 4: a.grad = 3 * 1.5 * 2 + 2 * 4 + 1 + 0 = 18.

## If it fails
If `b = a ** 2` fails too, check the formula: the factor n, the exponent n - 1 and the parentheses. If only
`b = a ** 2` is right, the rule does not multiply by `out.grad`. If only the last graph fails, the rule uses
`=` instead of `+=`, it reads a variable that all rules share, or `a ** 1` does not record its base. If only
the base 0 fails, the rule divides by the base.

## Conventions
The exponents are plain numbers here. With a fractional exponent, the base is always positive.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Power",
    stage=Stage.OPERATIONS,
    rank=40,
    about=("**",),
    graphs=(
        Graph("b = a ** 2", at(a=3) + at(a=-1.5) + at(a=0), far=True),
        Graph("L = (a * b) ** 3 * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = (a * b) ** -1 * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = a ** 1.5 * 3 + a ** 2 + a ** 1 + a ** 0; L.backward(); m = a ** 2", at(a=4)),
    ),
)

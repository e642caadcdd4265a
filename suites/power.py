"""A power x ** n has the derivative n * x ** (n - 1).

Slips in this rule agree at some points and for some exponents, so several are played: the square,
the cube, the reciprocal and a broken one. The power stands at the root, below it and beside another
use of its base; a rule that overwrites, or forgets the output's gradient, shows there only.

## Worked example
`b = a ** 2` at a = 3: a.grad = 6. `L = (a * b) ** 3 * 3 + a` at a = 0.5, b = 1.6: the product is 0.8
and its gradient 3 * 3 * 0.64 = 5.76, a.grad = 5.76 * 1.6 + 1 = 10.216, b.grad = 2.88.

## Conventions
Exponents are plain numbers here. A broken exponent is played on positive bases only.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Power",
    stage=Stage.OPERATIONS,
    rank=40,
    about=("**",),
    graphs=(
        Graph("b = a ** 2", at(a=3) + at(a=-1.5)),
        Graph("L = (a * b) ** 3 * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = (a * b) ** -1 * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = a ** 1.5 * a + a; L.backward(); m = a ** 2", at(a=4)),
    ),
)

"""In a ** b the exponent has a derivative too: the result times log(a).

A class that treats every exponent as a plain number gives the exponent no gradient, silently. One
that refuses such exponents is fine.

## Worked example
`L = a ** b * b + a` at a = 2, b = 3: L = 26. The power's gradient is 3, so
a.grad = 3 * 3 * 4 + 1 = 37 and b.grad = 3 * 8 * 0.693147 + 8 = 24.635532.
`b = 2 ** a` at a = 3: a.grad = 8 * 0.693147 = 5.545177.
`L = a ** (b * c) * 3 + b` at a = 2, b = 0.5, c = 3: the exponent is a result too, and hands on
3 * 2.828427 * 0.693147 = 5.881549, so that b.grad = 3 * 5.881549 + 1 = 18.644647.

## Conventions
Bases are positive. Exponents that are values are no part of most courses: without them, nothing is lost.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Exponent that is a value",
    stage=Stage.OPERATIONS,
    rank=120,
    about=("value exponent",),
    optional=True,
    needs=("power",),
    graphs=(
        Graph("L = a ** b * b + a", at(a=2, b=3)),
        Graph("b = 2 ** a", at(a=3)),
        Graph("L = a ** (b * c) * 3 + b", at(a=2, b=0.5, c=3)),
    ),
)

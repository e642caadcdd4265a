"""The natural logarithm has the derivative 1 / x.

It is the input that is inverted, not the result. Played on positive inputs only.

## Worked example
At a = 0.8: log(a) = -0.223144 and a.grad = 1.25. At a = 4: log(a) = 1.386294 and a.grad = 0.25.
`L = log(a * b) * 3 + a` at a = 0.5, b = 1.6: the product is 0.8 and its gradient 3.75,
a.grad = 3.75 * 1.6 + 1 = 7, b.grad = 1.875.
`L = log(a) * log(a * 2) + a` at a = 0.8: a.grad = 1.308575, and it stays so when another
`log(a)` is built afterwards.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="log",
    stage=Stage.OPERATIONS,
    rank=70,
    about=("log",),
    graphs=(
        Graph("b = log(a)", at(a=0.8) + at(a=4)),
        Graph("L = log(a * b) * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = log(a) * log(a * 2) + a; L.backward(); n = log(a)", at(a=0.8)),
    ),
)

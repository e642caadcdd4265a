"""exp is its own derivative.

The gradient is the result times the output's gradient: neither the input nor 1, and not an
assignment, which loses the other uses of the same input.

## Worked example
At a = 1.2: exp(a) = 3.320117 and so is a.grad.
`L = exp(a * b) * 3 + a` at a = 0.5, b = 1.6: the product is 0.8 and its gradient 6.676623,
a.grad = 11.682596, b.grad = 3.338311.
`L = exp(a) * exp(a * 0.5) + a` at a = 0.8: a.grad = 5.980175, and it stays so when another
`exp(a)` is built afterwards.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="exp",
    stage=Stage.OPERATIONS,
    rank=60,
    about=("exp",),
    graphs=(
        Graph("b = exp(a)", at(a=1.2)),
        Graph("L = exp(a * b) * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = exp(a) * exp(a * 0.5) + a; L.backward(); n = exp(a)", at(a=0.8)),
    ),
)

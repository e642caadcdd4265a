"""tanh has the derivative 1 - t**2, where t is its own result.

At the root the output's gradient is 1, so `1 - t**2 * out.grad` looks right there; scaled by 3 it
does not. Beside another use of its input, a rule that overwrites shows.

## Worked example
At a = 0.8: tanh(a) = 0.664037, a.grad = 1 - 0.440945 = 0.559055.
`L = tanh(a * b) * 3 + a` at a = 0.5, b = 1.6: the product is 0.8 and its gradient 1.677166,
a.grad = 3.683465, b.grad = 0.838583.
`L = tanh(a) * tanh(a * 0.5) + a` at a = 0.8: a.grad = 1.4965, and it stays so when another
`tanh(a)` is built afterwards.

## Conventions
Any formula for tanh will do; inputs stay small, where none of them overflows.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="tanh",
    stage=Stage.OPERATIONS,
    rank=50,
    about=("tanh",),
    graphs=(
        Graph("b = tanh(a)", at(a=0.8) + at(a=-0.5)),
        Graph("L = tanh(a * b) * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = tanh(a) * tanh(a * 0.5) + a; L.backward(); n = tanh(a)", at(a=0.8)),
    ),
)

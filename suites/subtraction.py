"""A difference hands its gradient on to the left operand and the negated gradient to the right one.

The usual slips are the same sign for both, a right operand that gets nothing because its data was
used in its place, and a rule without the output's gradient, which only a difference below the root
shows.

## Worked example
`L = (a - b) * 3` at a = 5, b = 2: L = 9, a.grad = 3, b.grad = -3.
`L = a - a + a` at a = 3: a.grad = 1 - 1 + 1 = 1.
`n = a * b; L = (c - n) * n - a` at a = 2, b = 3, c = 4: n.grad = -2 - 6 = -8, a.grad = -24 - 1 = -25,
b.grad = -16, c.grad = 6.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Subtraction",
    stage=Stage.OPERATIONS,
    rank=10,
    about=("-",),
    graphs=(
        Graph("L = (a - b) * 3", at(a=5, b=2)),
        Graph("L = a - a + a", at(a=3)),
        Graph("n = a * b; L = (c - n) * n - a; L.backward(); m = a - b", at(a=2, b=3, c=4)),
    ),
)

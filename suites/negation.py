"""A negation hands its gradient on with the opposite sign.

`-a` must be a node of the graph. One that returns a plain number, or a new value made of the data
alone, cuts the graph in two: the data is right and everything behind it gets no gradient.

## Worked example
`L = -(a * b) * 3 + a` at a = 2, b = 5: L = -28, the negation's gradient is 3, the product's is -3,
a.grad = -15 + 1 = -14, b.grad = -6.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Negation",
    stage=Stage.OPERATIONS,
    rank=20,
    about=("neg",),
    graphs=(
        Graph("b = -a", at(a=3)),
        Graph("L = -(a * b) * 3 + a", at(a=2, b=5)),
        Graph("L = -a * a + a; L.backward(); m = -a", at(a=0.8)),
    ),
)

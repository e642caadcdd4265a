"""A value that feeds two operations receives a gradient from each.

`a` and `b` reach `e` through the product `c` and through the sum `d`. If one branch's share
replaces the other's, what is left is -3 and 2 (the product's alone) or 1 and 1 (the sum's alone).
Which of them it is depends on the branch that ran last; both orders are valid, neither is right.

## Worked example
At a = 2, b = -3: c = -6, d = -1, e = -7. c.grad = d.grad = 1, so a.grad = -3 + 1 = -2 and
b.grad = 2 + 1 = 3.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Five nodes",
    stage=Stage.WHOLE_GRAPH,
    rank=30,
    core=True,
    graphs=(
        Graph("c = a * b; d = a + b; e = c + d", at(a=2, b=-3)),
        Graph("c = b * a; d = b + a; e = d + c", at(a=2, b=-3)),
    ),
)

"""A node passes its gradient on only when all its consumers have paid in.

`b` feeds the root directly and, two steps longer, through `c` and `d`. A backward pass that visits
`b` as soon as it is reached hands on the short path's share and comes too late for the long one.
Walking depth-first, breadth-first or from a stack does this, some of them only when the short path
stands on a certain side; so both sides are played.

## Worked example
At a = 1: b = 1, c = 2, d = 6, y = 6. d.grad = 1, c.grad = 3, b.grad = 6 + 3 = 9, a.grad = 18.
At a = 2: y = 60 and a.grad = 108; passed on too early, it is 60.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Skip connection",
    stage=Stage.WHOLE_GRAPH,
    rank=80,
    graphs=(
        Graph("b = a * a; c = b + 1; d = c * 3; y = b * d", at(a=1) + at(a=2)),
        Graph("b = a * a; c = b + 1; d = c * 3; y = d * b", at(a=1) + at(a=2)),
    ),
)

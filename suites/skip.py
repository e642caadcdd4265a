"""A node runs its backward rule after all nodes that use it.

`y` uses `b` directly, and also on a longer path through `c` and `d`. So `b` receives two contributions, and
the one of the longer path comes later. In the second graph, the operands of `y` are swapped, because some
wrong orders are right for one of the two graphs.

## Worked example
`b = a * a; c = b + 1; d = c * 3; y = b * d` at a = 1: b = 1, c = 2, d = 6, y = 6. d.grad = 1, c.grad = 3,
b.grad = 6 + 3 = 9, a.grad = 18. At a = 2: y = 60 and a.grad = 108.

## If it fails
If the gradient at a = 2 is 60, `b` usually runs before it receives the contribution of the longer path. Then
the pass does not run in reverse topological order, but in pre-order, breadth-first or in the order of a
stack. If the gradient is larger than 108, `b` usually runs more than once.
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

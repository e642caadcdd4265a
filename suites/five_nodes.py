"""A value that two operations use receives a contribution from each of them.

`a` and `b` reach the output `e` on two paths: through the product `c` and through the sum `d`. Their
gradients are the sums of the contributions of both paths. In the second graph, the operands are swapped.

## Worked example
`c = a * b; d = a + b; e = c + d` at a = 2, b = -3: c = -6, d = -1, e = -7. c.grad = d.grad = 1, so
a.grad = -3 + 1 = -2 and b.grad = 2 + 1 = 3.

## If it fails
If the gradients are -3 and 2, only the contributions of the product remain. If they are 1 and 1, only those
of the sum remain. Usually a rule stores a gradient with `=` instead of `+=`, and the last write wins.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Five-node graph",
    stage=Stage.WHOLE_GRAPH,
    rank=30,
    core=True,
    graphs=(
        Graph("c = a * b; d = a + b; e = c + d", at(a=2, b=-3)),
        Graph("c = b * a; d = b + a; e = d + c", at(a=2, b=-3)),
    ),
)

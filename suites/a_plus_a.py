"""A value that is added to itself receives a gradient twice.

Both operands of `a + a` are the same node, and each sends it the output's gradient.
A gradient of 1 means that the second share replaced the first, or that a set of parents kept only
one of them; 3 or 4 means that a share was added twice.

## Worked example
`b = a + a` is `2a`: at a = 3, b = 6 and a.grad = 1 + 1 = 2.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="a + a",
    stage=Stage.WHOLE_GRAPH,
    rank=20,
    core=True,
    graphs=(Graph("b = a + a", at(a=3)),),
)

"""A result that is added to itself hands on both shares, once.

`b` is no input but a result, and it is used twice. A pass that runs `b` once for every use, or
again inside a recursion without a memory of visited nodes, sends the same gradient on repeatedly.

## Worked example
`b = a + a; c = b + b` is `4a`: at a = 1, b.grad = 2 and a.grad = 4.
`b = a + a; c = b * b; d = c + c` is `8 * a * a`: at a = 1.5, a.grad = 24.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Reused sum",
    stage=Stage.WHOLE_GRAPH,
    rank=90,
    graphs=(
        Graph("b = a + a; c = b + b", at(a=1)),
        Graph("b = a + a; c = b * b; d = c + c", at(a=1.5)),
    ),
)

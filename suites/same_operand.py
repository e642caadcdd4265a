"""A value that is multiplied by itself receives a gradient twice.

`a * a` has one node in both places. A local rule that overwrites leaves half of the gradient, and
parents kept in a set or in a dict keyed by the operand lose one place without a word.

## Worked example
`b = a * a` is `a` squared: at a = 3, b = 9 and a.grad = 3 + 3 = 6.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Same operand twice",
    stage=Stage.WHOLE_GRAPH,
    rank=50,
    graphs=(Graph("b = a * a", at(a=3)),),
)

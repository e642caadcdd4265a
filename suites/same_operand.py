"""A value that is multiplied by itself receives two contributions.

Both operands of `a * a` are the same node. The rule of `*` adds one contribution for the left operand and
one for the right operand, so the node receives both.

## Worked example
`b = a * a` at a = 3: b = 9 and a.grad = 3 + 3 = 6.

## If it fails
If the gradient is 3, one contribution is lost. Either the rule of `*` uses `=` instead of `+=`, or it goes
through a set or a dict of operands, which holds the node only once.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="a * a",
    stage=Stage.WHOLE_GRAPH,
    rank=50,
    graphs=(Graph("b = a * a", at(a=3)),),
)

r"""A value that is added to itself receives two contributions.

Both operands of `a + a` are the same node. The rule of `+` adds one contribution for the left operand and
one for the right operand, so the node receives both.

$$ \frac{db}{da} = 1 + 1 = 2 $$

## Worked example
`b = a + a` is `2 * a`: at a = 3, b = 6 and a.grad = 1 + 1 = 2.

## If it fails
If the gradient is 1, the second contribution replaces the first (`=` instead of `+=`), or a set of operands
holds the node only once. If the gradient is 3 or 4, a contribution is added twice.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="a + a",
    stage=Stage.WHOLE_GRAPH,
    rank=20,
    core=True,
    graphs=(Graph("b = a + a", at(a=3)),),
)

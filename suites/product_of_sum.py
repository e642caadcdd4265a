"""Two branches over the same inputs can meet in a product.

Here the branches multiply, so each one's gradient is the other one's data: a share that is lost
is no longer a plain 1, and a rule that mixes up the two operands shows.

## Worked example
At a = -2, b = 3: d = -6, e = 1, f = -6. d.grad = e = 1 and e.grad = d = -6, so
a.grad = 1 * 3 - 6 = -3 and b.grad = 1 * -2 - 6 = -8.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Product of sum",
    stage=Stage.WHOLE_GRAPH,
    rank=60,
    graphs=(Graph("d = a * b; e = a + b; f = d * e", at(a=-2, b=3)),),
)

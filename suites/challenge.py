"""One graph can contain a chain, two branches and an input that is used once.

`a` and `b` are used in both factors, and `c` only in one. So this graph tests the accumulation of
contributions and the chain rule at the same time.

## Worked example
At a = 2, b = -3, c = 10: the factors are 4 and -1, L = -4. a.grad = -3 * -1 + 4 = 7,
b.grad = 2 * -1 + 4 = 2, c.grad = -1.

## If it fails
If `c.grad` is right and `a.grad` or `b.grad` is wrong, a contribution is usually lost. If all three gradients
are wrong, look at the chain rule first.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="All cases combined",
    stage=Stage.WHOLE_GRAPH,
    rank=70,
    graphs=(Graph("L = (a*b + c) * (a + b)", at(a=2, b=-3, c=10)),),
)

"""One expression can hold every case at once: a chain, a branch and a leaf beside them.

`a` and `b` are shared by both factors, `c` is not. A fault in shared values shows in `a` and `b`
and leaves `c` right; a fault in the chain shows in all three.

## Worked example
At a = 2, b = -3, c = 10: the factors are 4 and -1, L = -4. a.grad = -3 * -1 + 4 = 7,
b.grad = 2 * -1 + 4 = 2, c.grad = -1.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Challenge",
    stage=Stage.WHOLE_GRAPH,
    rank=70,
    graphs=(Graph("L = (a*b + c) * (a + b)", at(a=2, b=-3, c=10)),),
)

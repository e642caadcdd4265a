"""Two paths leave an input and meet again at the output.

`a` and `c` each reach L through both factors. Their gradients are sums of two contributions of
opposite size; a contribution that is lost leaves -6 or 10 for `a`, -2 or -10 for `c`.

## Worked example
At a = 2, b = 3, c = 4: L = 10 * -2 = -20, a.grad = -6 + 10 = 4, b.grad = -4, c.grad = -2 - 10 = -12.

## Conventions
A class without subtraction is played with `a + c * -1`.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Diamond",
    stage=Stage.WHOLE_GRAPH,
    rank=40,
    core=True,
    graphs=(Graph("ab = a * b; e = ab + c; f = a - c; L = e * f", at(a=2, b=3, c=4), points=2),),
)

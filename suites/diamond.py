"""Two paths leave an input and meet again at the output.

`a` and `c` reach `L` through both factors, `e` and `f`, so their gradients are sums of two contributions.
`b` reaches `L` on one path only.

## Worked example
At a = 2, b = 3, c = 4: L = 10 * -2 = -20, a.grad = -6 + 10 = 4, b.grad = -4, c.grad = -2 - 10 = -12.

## If it fails
If `a.grad` is -6 or 10, or `c.grad` is -2 or -10, one of the two contributions is lost. Usually a rule
stores a gradient with `=` instead of `+=`. If `b.grad` is wrong too, look at the rules of the operations
first.

## Conventions
If a class has no subtraction, Backgrade uses `a + c * -1` instead of `a - c`.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Diamond",
    stage=Stage.WHOLE_GRAPH,
    rank=40,
    core=True,
    graphs=(Graph("ab = a * b; e = ab + c; f = a - c; L = e * f", at(a=2, b=3, c=4), points=2),),
)

"""Two branches over the same inputs can meet in a product.

`a` and `b` reach the output `f` through the product `d` and through the sum `e`. Here the branches are
multiplied, so the gradient of each branch is the data of the other branch, and not 1.

## Worked example
At a = -2, b = 3: d = -6, e = 1, f = -6. d.grad = e = 1 and e.grad = d = -6, so
a.grad = 1 * 3 - 6 = -3 and b.grad = 1 * -2 - 6 = -8.

## If it fails
If `a.grad` is 3 or -6, or `b.grad` is -2 or -6, one contribution is lost. Usually a rule stores a gradient
with `=` instead of `+=`. If the gradients of `d` and `e` are swapped, the rule of `*` uses the wrong operand.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Two branches in a product",
    stage=Stage.WHOLE_GRAPH,
    rank=60,
    graphs=(Graph("d = a * b; e = a + b; f = d * e", at(a=-2, b=3)),),
)

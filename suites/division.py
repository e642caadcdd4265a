r"""A quotient a / b has the local derivatives 1 / b for a and -a / b**2 for b.

These graphs test the rule of `/` below the output, with the same value on both sides, and with results of
other operations as operands.

$$
\frac{\partial}{\partial a}\,\frac{a}{b} = \frac{1}{b}, \quad
\frac{\partial}{\partial b}\,\frac{a}{b} = -\frac{a}{b^2}
$$

## Worked example
* `L = (a / b) * 3` at a = 3, b = 4: L = 2.25, a.grad = 3 / 4 = 0.75, b.grad = -9 / 16 = -0.5625.
* `L = a / a + a` at a = 3: L = 4, a.grad = 1/3 - 1/3 + 1 = 1.
* `n = a * b; L = n / c * n + c / a` at a = 2, b = 3, c = 4: n.grad = 3, a.grad = 9 - 1 = 8, b.grad = 6,
  c.grad = -2.25 + 0.5 = -1.75.
* `L = a / (b * c) * 3 + b` at a = 3, b = 2, c = 4: the gradient of the product is -9 / 64, so
  a.grad = 0.375, b.grad = -9 / 64 * 4 + 1 = 0.4375, c.grad = -0.28125.

## If it fails
Most mistakes are in the contribution to the denominator: the minus or the square is missing, or there is no
contribution at all. If only `a / a` fails, one of the two contributions to the same node is lost. If only
the graph with two quotients fails, the rule reads a variable that all rules share.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Division",
    stage=Stage.OPERATIONS,
    rank=30,
    about=("/",),
    graphs=(
        Graph("L = (a / b) * 3", at(a=3, b=4)),
        Graph("L = a / a + a", at(a=3)),
        Graph("n = a * b; L = n / c * n + c / a", at(a=2, b=3, c=4)),
        Graph("L = a / (b * c) * 3 + b; L.backward(); m = b / a", at(a=3, b=2, c=4)),
    ),
)

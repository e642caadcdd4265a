"""A plain number may stand on either side of an operation.

Python asks the number first and then the value's reflected method: `2 - a` becomes `a.__rsub__(2)`.
A reflected method that swaps the operands back to front has the wrong sign, or the wrong side up,
already in its data; one that calls the operation again in the same order never returns.

## Worked example
At a = 3: `a + 2` and `2 + a` have a.grad = 1, `a * 2` and `2 * a` have 2, `a - 2` has 1, `2 - a` is
-1 with a.grad = -1, `a / 2` has 0.5. At a = 4, `2 / a` is 0.5 with a.grad = -2 / 16 = -0.125.
`0 + a + a + a`, which is what `sum([a, a, a])` does, has a.grad = 3.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Plain numbers",
    stage=Stage.OPERATIONS,
    rank=110,
    about=("constants",),
    graphs=(
        Graph("b = a + 2", at(a=3)),
        Graph("b = 2 + a", at(a=3)),
        Graph("b = a * 2", at(a=3)),
        Graph("b = 2 * a", at(a=3)),
        Graph("b = a - 2", at(a=3)),
        Graph("b = 2 - a", at(a=3)),
        Graph("b = a / 2", at(a=3)),
        Graph("b = 2 / a", at(a=4)),
        Graph("b = 0 + a + a + a", at(a=2)),
    ),
)

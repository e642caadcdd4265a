"""A difference passes its gradient on to the left operand, and the negated gradient to the right operand.

These graphs test the rule of `-` below the output, with the same value on both sides, and with values that
are used again. The local derivatives of `a - b` are 1 and -1.

## Worked example
* `L = (a - b) * 3` at a = 5, b = 2: L = 9, a.grad = 3, b.grad = -3.
* `L = a - a + a` at a = 3: a.grad = 1 - 1 + 1 = 1.
* `n = a * b; L = (c - n) * n - a` at a = 2, b = 3, c = 4: n.grad = -2 - 6 = -8, a.grad = -24 - 1 = -25,
  b.grad = -16, c.grad = 6.

## If it fails
If `b.grad` is 3 in the first graph, the right operand has the wrong sign. If it is 0, the right operand is
not recorded as an operand or gets no contribution. If the gradients are 1 and -1, the rule does not multiply
by `out.grad`.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Subtraction",
    stage=Stage.OPERATIONS,
    rank=10,
    about=("-",),
    graphs=(
        Graph("L = (a - b) * 3", at(a=5, b=2)),
        Graph("L = a - a + a", at(a=3)),
        Graph("n = a * b; L = (c - n) * n - a; L.backward(); m = a - b", at(a=2, b=3, c=4)),
    ),
)

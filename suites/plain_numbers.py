"""A plain number can be the left or the right operand of an operation.

For `2 - a`, Python first asks the number 2, which does not know the class. Then it calls the reflected
method, `a.__rsub__(2)`. These graphs test operations with a number on the right and on the left. Each is done
three times: a result that does not record its operand has the right gradient as long as it is the output, and
two wrong signs cancel each other.

## Worked example
* At a = 3: `a + 2 + 3 + 4` and `4 + (3 + (2 + a))` have a.grad = 1.
* At a = 3: `a * 2 * 3 * 4` and `4 * (3 * (2 * a))` have a.grad = 24, and `a / 2 / 3 / 4` has
  a.grad = 1 / 24 = 0.0416667.
* At a = 3: `a - 2 - 3 - 4` has a.grad = 1. At a = 7: `4 - (3 - (2 - a))` is -4 and has a.grad = -1.
* At a = 4: `2 / a` is 0.5, `3 / (2 / a)` is 6 and the output 4 / 6; a.grad = -4 / 36 * 12 / 8 = -0.1666667.
* `0 + a + a + a`, which `sum([a, a, a])` computes, has a.grad = 3.

## If it fails
A `TypeError` usually means that a reflected method is missing. A `RecursionError` means that a reflected
method calls itself. If the data of `2 - a` or `2 / a` is wrong, the reflected method swaps its operands.
If the gradient is 0 and `2 - a` alone is right, its result does not record `a`.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Plain numbers as operands",
    stage=Stage.OPERATIONS,
    rank=110,
    about=("constants",),
    graphs=(
        Graph("b = a + 2 + 3 + 4", at(a=3)),
        Graph("b = 4 + (3 + (2 + a))", at(a=3)),
        Graph("b = a * 2 * 3 * 4", at(a=3)),
        Graph("b = 4 * (3 * (2 * a))", at(a=3)),
        Graph("b = a - 2 - 3 - 4", at(a=3)),
        Graph("b = 4 - (3 - (2 - a))", at(a=7) + at(a=0.5)),
        Graph("b = a / 2 / 3 / 4", at(a=3)),
        Graph("b = 4 / (3 / (2 / a))", at(a=4)),
        Graph("b = 0 + a + a + a", at(a=2)),
    ),
)

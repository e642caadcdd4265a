"""A plain number can be the left or the right operand of an operation.

For `2 - a`, Python first asks the number 2, which does not know the class. Then it calls the reflected
method, `a.__rsub__(2)`. These graphs test operations with a number on the right and on the left.

## Worked example
* At a = 3: `a + 2` and `2 + a` have a.grad = 1, and `a * 2` and `2 * a` have a.grad = 2.
* At a = 3: `a - 2` has a.grad = 1, `2 - a` is -1 and has a.grad = -1, and `a / 2` has a.grad = 0.5.
* At a = 4: `2 / a` is 0.5 and has a.grad = -2 / 16 = -0.125.
* `0 + a + a + a`, which `sum([a, a, a])` computes, has a.grad = 3.

## If it fails
A `TypeError` usually means that a reflected method is missing. A `RecursionError` means that a reflected
method calls itself. If the data of `2 - a` or `2 / a` is wrong, the reflected method swaps its operands.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Plain numbers as operands",
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

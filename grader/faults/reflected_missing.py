"""Your class does not support a plain number on the left of an operation.

## What happens
`a * 2` works, but `2 * a` stops with `TypeError: unsupported operand type(s) for *: 'int' and 'Value'`.
`sum([a, b])` stops too, because it starts with `0 + a`.

## Why
For `2 * a`, Python first asks the number 2, which does not know your class. Then Python looks for the
reflected method of the right operand and calls `a.__rmul__(2)`. Your class does not define it.

## Fix
Define the reflected methods `__radd__`, `__rsub__`, `__rmul__`, `__rtruediv__` and `__rpow__`. In these
methods, `self` is the right operand and `other` is the number on the left.

    def __rsub__(self, other):
        return Value(other) - self
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing
from grader.reference import REFLECTED

FAULT = Fault(
    title="The reflected method for a number on the left is missing",
    layer=Layer.REFLECTED,
    hints=(
        "Does `2 * a` work as well as `a * 2`? Try the other operations too.",
        "Look at the methods of your class: which operations have no reflected method, such as `__rmul__`?",
        "Your class has no method for this operation with a plain number on the left.",
    ),
    examples={op: (Replace(f"def {method}(", "def _gone("),) for op, method in REFLECTED.items()},
    frequency=66,
    undone_by=(Undoing("define-reflected"),),
    signs=(FaultSign.NO_REFLECTED_METHOD,),
)

"""A plain number on the left of an operation is not understood.

## What happens
`a * 2` works and `2 * a` ends with `TypeError: unsupported operand type(s) for *: 'int' and 'Value'`. So
does `sum([a, b])`, which starts with `0 + a`.

## Why
For `2 * a` Python asks the number first, which knows nothing of your class, and then asks the value's
reflected method: `a.__rmul__(2)`.

## Fix
Define `__radd__`, `__rsub__`, `__rmul__`, `__rtruediv__` and `__rpow__`. The value is the *right* operand in
them: `2 - a` becomes `Value(2) - a`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import REFLECTED

FAULT = Fault(
    title="a plain number on the left is not understood",
    layer=Layer.REFLECTED,
    hints=(
        "Which of `a * 2` and `2 * a` works, and which method does Python look for in the other one?",
        "Compare the operations of your class with their reflected methods: which have none?",
        "The operation has no method for a number on its left.",
    ),
    examples={op: (Replace(f"def {method}(", "def _gone("),) for op, method in REFLECTED.items()},
    undone_by=(Repair("define-reflected"),),
    frequency=66,
)

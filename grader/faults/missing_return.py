"""An operation creates its result but does not return it.

## What happens
`a + b` is `None`. The error appears in a later line that uses the result. Typical messages are
`'NoneType' object has no attribute 'data'` and `unsupported operand type(s)`.

## Why
A Python function without `return` returns `None`. If `return out` is indented below the inner function, it
belongs to the inner function, and the method itself has no `return`. With `return self`, the result is the
operand, as if the operation did nothing.

## Fix
End the method with `return out`. Give it the same indentation as the line that attaches the backward rule.

    out._backward = _backward
    return out
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing
from grader.reference import METHODS

FAULT = Fault(
    title="An operation does not return its result",
    layer=Layer.CONTRACT,
    hints=(
        (
            "What does `print(Value(2.0) + Value(3.0))` show? What does the same line show for each other "
            "operation?"
        ),
        "Look at the last line of the method and at its indentation.",
        "Your method creates a node. Its `return out` is missing, or stands inside an `if` or the rule.",
    ),
    examples={op: (Replace("        return out\n", "", inside=method),) for op, method in METHODS.items()},
    frequency=13,
    undone_by=(Undoing("return"),),
    signs=(FaultSign.RETURNS_NONE,),
    is_habit=True,
)

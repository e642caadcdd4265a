"""One operand receives nothing.

## What happens
For `z = x * y` at x = 3, y = 5, `x.grad` is 5 and `y.grad` stays 0. For `a + a`, `a.grad` is 1 instead
of 2, as it is when gradients are overwritten.

## Why
The rule mentions one operand only. The result depends on both, and each has its own slope.

## Fix
Add a line for the operand that is left out, with its own local derivative: for `a - b` the right one
receives `-out.grad`, for `a / b` it is `-a / b**2` times the result's gradient.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS, share

_OPERANDS = ("left operand", "right operand")

FAULT = Fault(
    title="one operand receives no gradient",
    layer=Layer.RULE,
    hints=(
        "Take the operation alone, with two different inputs: which of them has gradient 0?",
        "Count the lines of the rule that hand something on, and the operands.",
        "The rule leaves one of the two operands out.",
    ),
    examples={
        f"{op}: {name}": (Replace(share(op, operand), "pass", inside=METHODS[op]),)
        for op in ("+", "-", "*", "/")
        for operand, name in enumerate(_OPERANDS)
    }
    | {"**: left operand": (Replace(share("**"), "pass", inside="__pow__"),)},
    undone_by=(Repair("contribute"),),
    frequency=1,
)

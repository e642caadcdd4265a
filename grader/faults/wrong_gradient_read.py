"""A rule reads the gradient of an operand instead of the result's.

## What happens
The operand's gradient is 0 or what others have put there, so the share is 0 or a multiple of that: for
`z = x * y`, both gradients stay 0. For `a + a` the same is true, and no error appears.

## Why
A gradient flows from the result to its operands. What arrives is stored at the result, `out`; what the
operands hold is still being collected.

## Fix
Read `out.grad` on the right-hand side of every share, and never `self.grad` or `other.grad` there.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS, share
from suites import BINARY, UNARY

_OPERANDS = ("left operand", "right operand")


def _reading(op: str, operand: int, reader: str) -> Replace:
    statement = share(op, operand)
    return Replace(statement, statement.replace("out.grad", f"{reader}.grad"), inside=METHODS[op])


FAULT = Fault(
    title="a rule reads an operand's gradient instead of the result's",
    layer=Layer.RULE,
    hints=(
        "When a rule runs, which gradient is complete: that of its result, or those of its operands?",
        "Look at every gradient on the right-hand side of the rule's lines: whose is it?",
        "The share is a multiple of what the operand holds, not of what has arrived at the result.",
    ),
    examples={op: (_reading(op, 0, "self"), _reading(op, 1, "other")) for op in BINARY}
    | {
        f"{op}: {name}": (_reading(op, operand, "self"),)
        for op in ("+", "-", "*")
        for operand, name in enumerate(_OPERANDS)
    }
    | {op: (_reading(op, 0, "self"),) for op in UNARY},
    undone_by=(Repair("read-result"),),
    frequency=1,
)

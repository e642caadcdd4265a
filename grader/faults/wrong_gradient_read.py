"""A backward rule reads the gradient of an operand instead of the gradient of the result.

## What happens
The contribution is 0, or a multiple of a gradient that is not complete. For `z = x * y`, both gradients
stay 0. Python reports no error.

## Why
The gradient goes from the result to its operands. In topological order, the gradient of the result,
`out.grad`, is complete when a rule runs. The gradients of the operands are not.

## Fix
Read `out.grad` on the right-hand side of each line of the rule.

    self.grad += other.data * self.grad   # ✗
    self.grad += other.data * out.grad    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing
from grader.reference import METHODS, rule_statement
from suites import BINARY, UNARY

_OPERANDS = ("left operand", "right operand")


def _reading(op: str, operand: int, reader: str) -> Replace:
    statement = rule_statement(op, operand)
    return Replace(statement, statement.replace("out.grad", f"{reader}.grad"), inside=METHODS[op])


FAULT = Fault(
    title="A backward rule reads the wrong gradient",
    layer=Layer.RULE,
    hints=(
        "When a rule runs, which gradient is complete: the one of its result, or those of its operands?",
        "Look at the right-hand side of each line in the rule: whose gradient does it read?",
        "Your rule reads the gradient of another node. It must read the gradient of the result.",
    ),
    examples={op: (_reading(op, 0, "self"), _reading(op, 1, "other")) for op in BINARY}
    | {
        f"{op}: {name}": (_reading(op, operand, "self"),)
        for op in ("+", "-", "*")
        for operand, name in enumerate(_OPERANDS)
    }
    | {op: (_reading(op, 0, "self"),) for op in UNARY},
    frequency=1,
    undone_by=(Undoing("read-result"),),
    signs=(FaultSign.OTHER_GRADIENT, FaultSign.FACTORS_MIXED_UP),
    is_habit=True,
)

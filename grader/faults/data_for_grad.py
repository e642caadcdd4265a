"""A backward rule uses `data` where `grad` belongs, or `grad` where `data` belongs.

## What happens
For `z = x * y` with x = 3 and y = 5, `x.grad` should be 5. With `other.data * out.data` it is 5 * 15 = 75.
With `other.grad * out.grad` it is 0, because `y.grad` is still 0 at that moment.

## Why
A contribution is a product: local derivative times upstream gradient. The local derivative is computed from
`data`, of the operands or of the result. The upstream gradient is `out.grad`, the gradient of the result.

## Fix
Use `out.grad` exactly once, as a factor. Use `data` for everything else.

    self.grad += other.data * out.data    # ✗
    self.grad += other.data * out.grad    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Formula, Layer, Replace, Undoing
from grader.reference import METHODS, rule_statement
from suites import BINARY, UNARY

_LEFT = Replace("other.data * out.grad", "other.grad * out.grad", inside="__mul__")
_RIGHT = Replace("self.data * out.grad", "self.grad * out.grad", inside="__mul__")


def _result_data(op: str, operand: int = 0) -> Replace:
    statement = rule_statement(op, operand)
    return Replace(statement, statement.replace("out.grad", "out.data"), inside=METHODS[op])


FAULT = Fault(
    title="A backward rule mixes up `data` and `grad`",
    layer=Layer.RULE,
    hints=(
        "Which factors of the wrong contribution are values from the forward pass, and which are gradients?",
        "Check each `.data` and each `.grad` on the right-hand side of the backward rule.",
        "Your backward rule reads `data` where it needs `grad`, or `grad` where it needs `data`.",
    ),
    examples={op: (_result_data(op, 0), _result_data(op, 1)) for op in BINARY}
    | {op: (_result_data(op),) for op in UNARY}
    | {
        "*: gradients of the operands": (_LEFT, _RIGHT),
        "*: gradient of the right operand": (_LEFT,),
        "*: gradient of the left operand": (_RIGHT,),
    },
    frequency=2,
    undone_by=(Undoing("grad-for-data"), Undoing("rule", "gradient-of-operand")),
    signs=(FaultSign.DATA_AS_FACTOR, FaultSign.FACTORS_MIXED_UP),
    sends=(Formula(lambda s, operand: s.local[operand] * s.result),),
    is_habit=True,
)

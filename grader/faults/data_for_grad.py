"""A rule uses data where a gradient belongs, or a gradient where data belongs.

## What happens
For `z = x * y` at x = 3, y = 5, a share of `other.data * out.data` gives `x.grad` = 5 * 15 = 75 instead
of 5. With `other.grad * out.grad` it is 0, because `y.grad` is still 0 at that time.

## Why
Data is what a node is, its gradient is how the output answers to it. A share is made of one of each: the
local derivative comes from data, and the factor that arrives is the result's gradient.

## Fix
Use `.data` of operands and result for the slope, and `.grad` of the result, once, as the factor.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS, share
from suites import BINARY, UNARY

_LEFT = Replace("other.data * out.grad", "other.grad * out.grad", inside="__mul__")
_RIGHT = Replace("self.data * out.grad", "self.grad * out.grad", inside="__mul__")


def _result_data(op: str, operand: int = 0) -> Replace:
    statement = share(op, operand)
    return Replace(statement, statement.replace("out.grad", "out.data"), inside=METHODS[op])


FAULT = Fault(
    title="data and gradient are mixed up in a rule",
    layer=Layer.RULE,
    hints=(
        "In the share of an operand, which numbers are data and which are gradients? Which should be?",
        "Read the marked line aloud, with every `.data` and `.grad` in it.",
        "One of the two stands where the other belongs.",
    ),
    examples={op: (_result_data(op, 0), _result_data(op, 1)) for op in BINARY}
    | {op: (_result_data(op),) for op in UNARY}
    | {
        "*: gradients of the operands": (_LEFT, _RIGHT),
        "*: gradient of the right operand": (_LEFT,),
        "*: gradient of the left operand": (_RIGHT,),
    },
    undone_by=(Repair("grad-for-data"),),
    frequency=2,
)

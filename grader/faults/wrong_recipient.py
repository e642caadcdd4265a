"""A share goes to the wrong node.

## What happens
One operand has too much and another nothing: for `z = x * y` at x = 3, y = 5, `x.grad` is 8 = 5 + 3 and
`y.grad` is 0. The sum of both is right, the split is not.

## Why
The line for one operand adds to the gradient of another, often because it was copied. Each share
belongs to the node whose slope it uses.

## Fix
Look at each line of the rule: on its left stands who receives, on its right whose slope it is. Both must
be the same operand, and never the result.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS, share
from suites import BINARY


def _sent(op: str, operand: int, receiver: str) -> tuple[Replace]:
    statement = share(op, operand)
    _, _, slope = statement.partition(" += ")
    return (Replace(statement, f"{receiver}.grad += {slope}", inside=METHODS[op]),)


FAULT = Fault(
    title="a share goes to the wrong node",
    layer=Layer.RULE,
    hints=(
        "Take the operation alone: does one input have too much and the other nothing?",
        "For each line of the rule, compare the node that receives with the operand whose slope is used.",
        "What belongs to one operand is added to the gradient of another node.",
    ),
    examples={f"{op}: right operand": _sent(op, 1, "self") for op in BINARY}
    | {f"{op}: left operand": _sent(op, 0, "other") for op in BINARY}
    | {op: _sent(op, 0, "out") for op in ("tanh", "exp", "log", "relu", "sigmoid")},
    undone_by=(Repair("recipient"),),
    frequency=1,
    same_as=("detached_result", "rule_missing", "rule_not_attached"),
)

"""An operation has no rule for its gradient.

## What happens
The data is right, and what the operation was applied to gets nothing from it: for `L = tanh(a) * 3`,
`a.grad` is 0. Operands that are used elsewhere too miss only this share.

## Why
Each operation must say how its operands share in its result's gradient. Without a rule the node keeps
the empty one it was born with, and the gradient ends there.

## Fix
Write a rule that adds `local derivative * out.grad` to the gradient of each operand, and attach it to
the result. For a difference `a - b` the local derivatives are 1 and -1.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS, share
from suites import BINARY

FAULT = Fault(
    title="an operation has no backward rule",
    layer=Layer.FORWARD,
    hints=(
        "What is `a.grad` after this operation alone and `backward()`, and what should it be?",
        "Compare the operation with one that works: which of its parts has no counterpart?",
        "The operation computes its data, but says nothing about the gradients of its operands.",
    ),
    examples={op: (Replace(share(op), "pass", inside=method),) for op, method in METHODS.items()}
    | {
        op: (
            Replace(share(op, 0), "pass", inside=METHODS[op]),
            Replace(share(op, 1), "pass", inside=METHODS[op]),
        )
        for op in BINARY
    },
    undone_by=(Repair("add-rule"),),
    frequency=8,
    same_as=("detached_result", "rule_not_attached", "wrong_recipient"),
)

"""Brackets are missing: the gradient of the result reaches only part of the local derivative.

## What happens
At the output, where that gradient is 1, all is right. Below it, `1 - t**2 * out.grad` is something else:
for `L = tanh(a) * 3` at a = 0.8, `a.grad` is -0.32 instead of 1.68.

## Why
Python multiplies before it subtracts, and raises to a power before it does either. Without brackets the
factor belongs to `t**2` alone.

## Fix
Put the local derivative in brackets, as a whole, before it is multiplied: `(1 - t**2) * out.grad`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS, share


def _rule(op: str, slope: str, operand: int = 0) -> tuple[Replace]:
    receiver = ("self", "other")[operand]
    return (Replace(share(op, operand), f"{receiver}.grad += {slope}", inside=METHODS[op]),)


FAULT = Fault(
    title="brackets are missing around a local derivative",
    layer=Layer.RULE,
    hints=(
        "Compare the operation at the output with the same one times 3: does the gradient become 3 times?",
        "Compute the line by hand for a result's gradient of 2: what is multiplied by it, and what is not?",
        "The product binds more tightly than the sum around it, so that only a part is multiplied.",
    ),
    examples={
        "tanh": _rule("tanh", "1 - out.data**2 * out.grad"),
        "sigmoid": _rule("sigmoid", "out.data * 1 - out.data * out.grad"),
        "**": _rule("**", "other.data * self.data**other.data - 1 * out.grad"),
        "/: left operand": _rule("/", "1 / (other.data * out.grad)"),
        "/: right operand": _rule("/", "-self.data / (other.data**2 * out.grad)", 1),
    },
    undone_by=(Repair("brackets"),),
    frequency=1,
)

"""The upstream gradient multiplies only a part of the local derivative.

## What happens
If this operation is the output, its gradients are right, because the upstream gradient is 1. Elsewhere they
are wrong. For `L = tanh(a) * 3` at a = 0.8, `a.grad` is 1 - 0.441 * 3 = -0.323 instead of
(1 - 0.441) * 3 = 1.677.

## Why
Python computes `*` before `+` and `-`. In `1 - t**2 * out.grad`, only `t**2` is multiplied by `out.grad`.

## Fix
Put parentheses around the whole local derivative, and then multiply by `out.grad`.

    self.grad += 1 - t**2 * out.grad     # ✗
    self.grad += (1 - t**2) * out.grad   # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing
from grader.reference import METHODS, rule_statement


def _rule(op: str, slope: str, operand: int = 0) -> tuple[Replace]:
    statement = rule_statement(op, operand)
    receiver = statement.partition("+=")[0]
    return (Replace(statement, f"{receiver}+= {slope}", inside=METHODS[op]),)


FAULT = Fault(
    title="Parentheses are missing around a local derivative",
    layer=Layer.RULE,
    hints=(
        "Test the operation alone, and then times 3: do its gradients become 3 times as large?",
        "Compute the line by hand with 2 as the gradient of the result: which part does it multiply by 2?",
        "The gradient of the result multiplies only a part of the local derivative.",
    ),
    examples={
        "tanh": _rule("tanh", "1 - out.data**2 * out.grad"),
        "sigmoid": _rule("sigmoid", "out.data * 1 - out.data * out.grad"),
        "**": _rule("**", "other.data * self.data**other.data - 1 * out.grad"),
        "/: left operand": _rule("/", "1 / (other.data * out.grad)"),
        "/: right operand": _rule("/", "-self.data / (other.data**2 * out.grad)", 1),
    },
    frequency=1,
    undone_by=(Undoing("brackets"),),
    signs=(FaultSign.NOT_ALL_MULTIPLIED,),
)

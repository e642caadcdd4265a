"""An operation stores its backward rule in an operand instead of in its result.

## What happens
`L = tanh(a)` alone is right. In `L = tanh(a * b)`, the rule of tanh replaces the rule of the product, so
`a.grad` and `b.grad` are 0. If two operations use the same node, only the rule of the later one remains.

## Why
Each node stores the rule that passes its own gradient on to its own operands. In a method such as `tanh`,
`self` is the operand and `out` is the result. The rule of tanh belongs to `out`.

## Fix
Store the rule in the result.

    self._backward = _backward   # ✗
    out._backward = _backward    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing
from grader.reference import METHODS
from suites import BINARY


def _attached_to(operand: str, method: str) -> tuple[Replace]:
    return (Replace("out._backward =", f"{operand}._backward =", inside=method),)


FAULT = Fault(
    title="A backward rule is attached to an operand, not the result",
    layer=Layer.FORWARD,
    hints=(
        "Test the operation on an input, then on the result of another operation: which gradient is right?",
        "Look at the node in which the operation stores its rule.",
        "Your rule replaces the rule of an operand. It belongs to the result of the operation.",
    ),
    examples={op: _attached_to("self", method) for op, method in METHODS.items()}
    | {f"{op}: right operand": _attached_to("other", METHODS[op]) for op in BINARY},
    frequency=3,
    undone_by=(Undoing("attach-to-result"),),
    signs=(FaultSign.OPERAND_RULE_REPLACED, FaultSign.DOES_NOT_RUN),
    is_habit=True,
)

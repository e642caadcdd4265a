"""A rule is attached to an operand instead of the result.

## What happens
On `tanh(a)` alone everything is right. In `L = tanh(a * b)` the product loses its own rule, which was
replaced, and `a` and `b` get nothing. Two operations on the same node leave only the rule of one.

## Why
Each node carries the rule that hands *its* gradient on to *its* operands. `self` in an operation is the
operand; the node that the rule belongs to is the new one.

## Fix
Attach the rule to the result: `out._backward = ...`, not `self._backward = ...`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS
from suites import BINARY


def _attached_to(operand: str, method: str) -> tuple[Replace]:
    return (Replace("out._backward =", f"{operand}._backward =", inside=method),)


FAULT = Fault(
    title="a rule is attached to an operand instead of the result",
    layer=Layer.FORWARD,
    hints=(
        "Compare `L = tanh(a)` with `L = tanh(a * b)`: which of them is right?",
        "Look at the node to which the operation attaches its rule.",
        "The rule replaces the operand's own; it belongs to the node that the operation has made.",
    ),
    examples={op: _attached_to("self", method) for op, method in METHODS.items()}
    | {f"{op}: right operand": _attached_to("other", METHODS[op]) for op in BINARY},
    undone_by=(Repair("attach-to-result"),),
    frequency=3,
)

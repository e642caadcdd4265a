"""A gradient is rounded, or limited by a bound.

## What happens
For `z = x * y` with x = 3 and y = 0.5, `x.grad` should be 0.5. With `int(other.data * out.grad)` in the rule,
it is 0. With whole numbers everything looks right: a gradient of 2 is still 2.

## Why
A derivative can be any number, and most are not whole numbers. `int()` and `round()` remove digits that every
node below needs; `max()`, `min()` and `np.clip()` replace a gradient by a bound. The chain rule then
multiplies by the wrong number.

## Fix
Store the contribution as it is. Round only what you print. If you want to limit gradients for training, do
that in the step, after the backward pass.

    self.grad += int(other.data * out.grad)   # ✗
    self.grad += other.data * out.grad        # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing
from grader.reference import METHODS, rule_statement
from suites import BINARY, UNARY


def _rounded(op: str, operand: int = 0) -> Replace:
    statement = rule_statement(op, operand)
    place, contribution = statement.split(" += ")
    return Replace(statement, f"{place} += round({contribution}, 1)", inside=METHODS[op])


FAULT = Fault(
    title="A gradient is rounded or limited",
    layer=Layer.RULE,
    hints=(
        "Compare the digits of the gradients: are all of yours whole numbers, or all below one bound?",
        "Look for a function around the contribution, such as `int`, `round`, `max`, `min` or `clip`.",
        "Store the gradient as it is. Rounding or a bound changes it.",
    ),
    examples={op: (_rounded(op, 0), _rounded(op, 1)) for op in BINARY}
    | {op: (_rounded(op),) for op in UNARY}
    | {"everywhere": (*(_rounded(op, n) for op in BINARY for n in (0, 1)), *map(_rounded, UNARY))},
    undone_by=(Undoing("unround"),),
    is_habit=True,
)

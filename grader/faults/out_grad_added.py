"""A rule adds the gradient of its result instead of multiplying by it.

## What happens
The share is a sum where it should be a product: for `z = x * y` at x = 3, y = 5, `x.grad` is 5 + 1 = 6
and `y.grad` is 3 + 1 = 4.

## Why
Along a path slopes are multiplied: if y changes three times as fast as x, and L twice as fast as y, then L
changes six times as fast as x. Sums belong to different paths, and `+=` takes care of them.

## Fix
Write the share as the local derivative *times* the result's gradient.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS, share


def _added(op: str, operand: int = 0) -> Replace:
    statement = share(op, operand)
    return Replace(statement, statement.replace(" * out.grad", " + out.grad"), inside=METHODS[op])


FAULT = Fault(
    title="a rule adds the gradient of its result instead of multiplying",
    layer=Layer.RULE,
    hints=(
        "Take the operation alone: is each gradient too large by exactly 1?",
        "Look at how the local derivative and the result's gradient are put together.",
        "The two are added; along a path slopes are multiplied.",
    ),
    examples={op: (_added(op, 0), _added(op, 1)) for op in ("*", "/", "**")}
    | {op: (_added(op),) for op in ("tanh", "exp", "log", "relu", "sigmoid")},
    undone_by=(Repair("chain-times"),),
)

"""A backward rule adds the upstream gradient instead of multiplying by it.

## What happens
The contribution is a sum, but the chain rule needs a product. For `z = x * y` at x = 3, y = 5, `x.grad` is
5 + 1 = 6 instead of 5 * 1 = 5, and `y.grad` is 3 + 1 = 4 instead of 3 * 1 = 3.

## Why
The chain rule multiplies along a path. If y changes 3 times as fast as x, and L changes 2 times as fast as
y, then L changes 3 * 2 = 6 times as fast as x. Only contributions of different paths are added, and `+=`
already does that.

## Fix
Multiply the local derivative by the upstream gradient, `out.grad`.

    self.grad += other.data + out.grad   # ✗
    self.grad += other.data * out.grad   # ✓
"""

from grader.faults._fault import Fault, FaultSign, Formula, Layer, Replace, Undoing
from grader.reference import METHODS, rule_statement
from suites import FUNCTIONS


def _added(op: str, operand: int = 0) -> Replace:
    statement = rule_statement(op, operand)
    return Replace(statement, statement.replace(" * out.grad", " + out.grad"), inside=METHODS[op])


FAULT = Fault(
    title="Upstream gradient added instead of multiplied",
    layer=Layer.RULE,
    hints=(
        "Test the operation alone: is each gradient too large by exactly 1?",
        "Look at how the rule combines the local derivative with the gradient of the result.",
        "Your rule adds the two numbers. The chain rule multiplies them.",
    ),
    examples={op: (_added(op, 0), _added(op, 1)) for op in ("*", "/", "**")}
    | {op: (_added(op),) for op in FUNCTIONS},
    undone_by=(Undoing("chain-times"),),
    signs=(FaultSign.FACTORS_ADDED,),
    sends=(Formula(lambda s, operand: s.local[operand] + s.arriving),),
    is_habit=True,
)

r"""A contribution has the right size, but the wrong sign.

## What happens
For `L = a - b`, `b.grad` is 1 instead of -1. For `L = a - a`, `a.grad` is 1 + 1 = 2 instead of 1 - 1 = 0.

## Why
If b grows, `a - b` becomes smaller, so the local derivative of the right operand is -1. For `-a` it is -1
too. The rules of sums and products have no minus sign.

$$ \frac{\partial}{\partial b}\,(a - b) = -1 $$

## Fix
In a difference, add `out.grad` to the left operand and `-out.grad` to the right operand.

    other.grad += out.grad    # ✗
    other.grad += -out.grad   # ✓
"""

from grader.faults._fault import Fault, FaultSign, Formula, Hunted, Layer, Replace, Undoing
from grader.reference import METHODS, rule_statement

_OPERANDS = ("left operand", "right operand")


def _subtracted(op: str, operand: int) -> tuple[Replace]:
    statement = rule_statement(op, operand)
    return (Replace(statement, statement.replace("+=", "-="), inside=METHODS[op]),)


FAULT = Fault(
    title="Wrong sign in a local derivative",
    layer=Layer.RULE,
    hints=(
        "If this operand grows a little, does the result become larger or smaller?",
        "Look at each sign in the rule: before the contribution, and in the operator that stores it.",
        "The contribution has the right size, but the wrong sign.",
    ),
    examples={
        f"{op}: {name}": _subtracted(op, operand)
        for op in ("-", "+", "*")
        for operand, name in enumerate(_OPERANDS)
    }
    | {"neg": _subtracted("neg", 0)},
    frequency=2,
    undone_by=(Undoing("negate"),),
    signs=(FaultSign.NEGATED,),
    sends=(Formula(lambda s, operand: -s.local[operand] * s.arriving),),
    hunted=Hunted("-: right operand"),
)

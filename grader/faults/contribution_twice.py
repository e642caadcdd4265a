"""The same contribution is added to a gradient twice.

## What happens
The gradient of one operand is twice the right number. For `z = x * y` with x = 3 and y = 5, `x.grad` is 10
instead of 5.

## Why
Two places in the code add the same contribution. Often the backward rule adds it and `backward()` adds it
again. Or a line was copied, and the copy still changes the same operand.

## Fix
Add each contribution once: write one line for each operand. Two lines are also right for `a * a`, where
both operands are the same node.

    self.grad += other.data * out.grad
    other.grad += self.data * out.grad
"""

from grader.faults._fault import Fault, FaultSign, Formula, Hunted, Layer, Replace, Undoing
from grader.reference import METHODS, rule_statement
from suites import BINARY, UNARY

_OPERANDS = ("left operand", "right operand")


def _twice(op: str, operand: int = 0) -> tuple[Replace]:
    statement = rule_statement(op, operand)
    return (Replace(statement, f"{statement}; {statement}", inside=METHODS[op]),)


FAULT = Fault(
    title="Gradient contribution added twice",
    layer=Layer.RULE,
    hints=(
        "Test the operation alone. Is your gradient exactly twice the right one?",
        (
            "Count how many times your code adds to the gradient of this operand when the backward rule runs "
            "once."
        ),
        "Your code adds the same contribution a second time.",
    ),
    examples={f"{op}: {name}": _twice(op, operand) for op in BINARY for operand, name in enumerate(_OPERANDS)}
    | {op: _twice(op) for op in UNARY},
    undone_by=(Undoing("once"),),
    signs=(FaultSign.SENDS_TWICE,),
    sends=(Formula(lambda s, operand: 2 * s.local[operand] * s.arriving),),
    hunted=Hunted("+: left operand"),
)

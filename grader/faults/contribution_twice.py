"""A share is added twice.

## What happens
One operand's gradient is exactly twice as large as it should be: for `z = x * y` at x = 3, y = 5,
`x.grad` is 10 instead of 5.

## Why
The same share is added in two places, as when the rule does so and the walk does it again, or when
a line was copied and not changed to the other operand.

## Fix
Add each share once. There is one share for each place in which an operand stands: two for `a * a`, and
they are different lines.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS, share
from suites import BINARY, UNARY

_OPERANDS = ("left operand", "right operand")


def _twice(op: str, operand: int = 0) -> tuple[Replace]:
    statement = share(op, operand)
    return (Replace(statement, f"{statement}; {statement}", inside=METHODS[op]),)


FAULT = Fault(
    title="a share is added twice",
    layer=Layer.RULE,
    hints=(
        "Divide the gradient by the right one, for this operation alone: is it 2?",
        "Count how often something is added to this operand's gradient while the rule runs once.",
        "The same share is added a second time.",
    ),
    examples={f"{op}: {name}": _twice(op, operand) for op in BINARY for operand, name in enumerate(_OPERANDS)}
    | {op: _twice(op) for op in UNARY},
    undone_by=(Repair("once"),),
)

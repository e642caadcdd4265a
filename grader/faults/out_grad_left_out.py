"""A rule leaves out the gradient of its result.

## What happens
At the output all is right, because its gradient is 1. Below it the factor is lost: for
`L = tanh(a) * 3` at a = 0.8, `a.grad` is 0.56 instead of 1.68.

## Why
The chain rule multiplies along a path: how the result answers to the operand, times how the output
answers to the result. The rule knows the first; the second is what its result has received.

## Fix
Multiply each share by the result's gradient: `... * out.grad`. For a sum the local derivative is 1, so
that the share is `out.grad` itself.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS, share
from suites import BINARY, UNARY


def _local(op: str, operand: int = 0) -> Replace:
    statement = share(op, operand)
    alone = statement.replace(" * out.grad", "").replace("out.grad", "1.0")
    return Replace(statement, alone, inside=METHODS[op])


FAULT = Fault(
    title="a rule leaves out the gradient of its result",
    layer=Layer.RULE,
    hints=(
        "Compare the operation at the output with the same one times 3: does the gradient become 3 times?",
        "Look at what the share is made of: does it depend on what the result has received?",
        "The share is the local derivative alone; the chain rule has a second factor.",
    ),
    examples={
        "everywhere": tuple(_local(op, operand) for op in BINARY for operand in (0, 1))
        + tuple(_local(op) for op in UNARY)
    }
    | {op: (_local(op, 0), _local(op, 1)) for op in BINARY}
    | {op: (_local(op),) for op in UNARY},
    undone_by=(Repair("chain"),),
    frequency=7,
)

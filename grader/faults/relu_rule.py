"""relu's gate is open where it should be closed, or is no gate.

## What happens
For `L = relu(a) * 3`, `a.grad` should be 3 at a = 2 and 0 at a = -2. With `>=` on the result it is 3 at
both, with the data in place of the gate it is 6 at a = 2.

## Why
Where its input is positive, relu is the input itself: slope 1. Where it is negative, relu is constantly 0:
slope 0. The result is never negative, so `out.data >= 0` is always true.

## Fix
Use the condition as the factor, `(out.data > 0) * out.grad`, with `>`, on input or result. At exactly 0
either choice is accepted.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace


def _slope(slope: str) -> tuple[Replace]:
    return (Replace("(out.data > 0)", slope, inside="relu"),)


FAULT = Fault(
    title="relu's gate is wrong",
    layer=Layer.UNARY,
    hints=(
        "What should `a.grad` be for `relu(a) * 3` at a = 2 and at a = -2, and what is it?",
        "Look at the condition in the rule: for which inputs is it true, and what is it multiplied with?",
        "The gate is not 1 for positive inputs and 0 for negative ones.",
    ),
    examples={
        "relu: always open": _slope("(out.data >= 0)"),
        "relu: the other way round": _slope("(out.data <= 0)"),
        "relu: the data": _slope("out.data"),
        "relu: above 1": _slope("(out.data > 1)"),
        "relu: as tanh": _slope("(1 - out.data**2)"),
    },
    undone_by=(Repair("rule", ("relu",)),),
    frequency=5,
)

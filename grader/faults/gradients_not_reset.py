"""Old gradients are still there, or unusable, after they were cleared.

## What happens
After `a.zero_grad()` the next pass adds to what the last one left: for `a * b`, twice, at a = 2, b = 3,
`a.grad` is 6 instead of 3. If the gradient was set to None, the next `+=` ends with a `TypeError`.

## Why
`zero_grad()` is there and does something else: it compares (`==`) instead of assigning, sets a variable
of its own, or clears the data.

## Fix
Let it assign the number zero to the gradient: `self.grad = 0.0`. It must be an attribute of the node
(`self.`), a number and not None, and the data must stay.
"""

from grader.faults._fault import Fault, Layer, Replace


def _instead(statement: str) -> tuple[Replace]:
    return (Replace("self.grad = 0.0", statement, inside="zero_grad"),)


FAULT = Fault(
    title="zero_grad() does not set the gradient to zero",
    layer=Layer.STATE,
    hints=(
        "What is `a.grad` right after `a.zero_grad()`, and is `a.data` still what it was?",
        "Look at what each line of `zero_grad()` assigns, and to whom.",
        "The gradient is not assigned the number zero there.",
    ),
    examples={
        "zero_grad": _instead("self.grad == 0.0"),
        "zero_grad: None": _instead("self.grad = None"),
        "zero_grad: the data": _instead("self.data = 0.0"),
    },
)

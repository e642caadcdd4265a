"""An operation changes the value it is applied to.

## What happens
After `c = a + b` with a = 2 and b = 3, `a.data` is 5. Whatever uses `a` afterwards computes with 5,
and rules that read `a.data` during the backward pass find 5 as well.

## Why
An operation makes a new number and leaves the old ones as they are. `self.data = ...` or
`self.data += ...` in an operation writes into the operand, because `self` is the left operand.

## Fix
Compute into a variable of the method or directly into the new node, and never assign to `self.data`
or `other.data` there.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace


def _in_place(result: str, method: str) -> tuple[Replace]:
    """The operand takes the result, and the new node takes it from the operand."""
    new = f"self.data = {result}\n        out = Value(self.data"
    return (Replace(f"out = Value({result}", new, inside=method),)


FAULT = Fault(
    title="an operation changes the data of its operand",
    layer=Layer.FORWARD,
    hints=(
        "What is `a.data` before and after `c = a + b`, and the same for each operation?",
        "Look for a line of the operation that assigns to the data of something that existed before.",
        "The operation writes its result into its operand instead of only into the new node.",
    ),
    examples={
        "+": _in_place("self.data + other.data", "__add__"),
        "-": _in_place("self.data - other.data", "__sub__"),
        "*": _in_place("self.data * other.data", "__mul__"),
        "neg": _in_place("-self.data", "__neg__"),
        "relu": _in_place("max(self.data, 0.0)", "relu"),
    },
    undone_by=(Repair("unchanged"),),
    frequency=1,
)

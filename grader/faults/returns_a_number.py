"""An operation gives back a plain number where a node is needed.

## What happens
`a * b` is the number 6.0 instead of a `Value` of 6.0. It has no `grad` and no `backward()`, and an
operation that wraps plain numbers takes it for a constant: nothing behind it gets a gradient.

## Why
A number does not know what it was made of. The graph is held together by nodes that remember their
operands; one number in the middle cuts it.

## Fix
Make a node of the result, with its operands and its rule, and return the node: `Value(...)` around
the data, as the other operations do.
"""

from grader.faults._fault import Fault, Layer, Replace
from grader.reference import METHODS

FAULT = Fault(
    title="an operation returns a plain number instead of a node",
    layer=Layer.CONTRACT,
    hints=(
        "What is `type(Value(2.0) * Value(3.0))`, and what is it for each of the other operations?",
        "Look at what stands behind `return` in the method.",
        "The method gives back the data alone; the node that belongs to it is lost.",
    ),
    examples={
        op: (Replace("return out", "return out.data", inside=method),) for op, method in METHODS.items()
    },
    frequency=8,
)

"""An operation does not accept a plain number.

## What happens
`a * b` works, and `a * 2` ends with `AttributeError: 'int' object has no attribute 'data'`.

## Why
The operation reads `other.data` and adds to `other.grad`, and a plain number has neither.

## Fix
Make a node of it first, at the beginning of the operation:
`other = other if isinstance(other, Value) else Value(other)`.
Its gradient is computed too, and nobody asks for it.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS
from suites import BINARY

_WRAP = "        other = other if isinstance(other, Value) else Value(other)\n"

FAULT = Fault(
    title="an operation does not accept a plain number",
    layer=Layer.REFLECTED,
    hints=(
        "Does the operation work with two values, and does it work with a value and the number 2?",
        "Look at what the operation reads from its second operand: does a number have that?",
        "The number is treated as if it were a node.",
    ),
    examples={"everywhere": (Replace(_WRAP, ""),)}
    | {op: (Replace(_WRAP, "", inside=METHODS[op]),) for op in BINARY},
    undone_by=(Repair("wrap"),),
    frequency=1,
)

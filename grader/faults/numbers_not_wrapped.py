"""An operation or its backward pass fails if the second operand is a plain number.

## What happens
`a * b` works, but `a * 2` raises `AttributeError: 'int' object has no attribute 'data'`. If the result
records the number among its operands, `backward()` raises such an error instead.

## Why
The operation reads `other.data` and changes `other.grad`, and `backward()` visits each recorded operand. A
plain number has none of the attributes of a node.

## Fix
Turn the plain number into a node in the first line of the operation. This node gets a gradient too, and you
can ignore it. An exponent can stay a number: then record the base alone.

    other = other if isinstance(other, Value) else Value(other)
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing
from grader.reference import METHODS
from suites import BINARY

_WRAP = "        other = other if isinstance(other, Value) else Value(other)\n"

FAULT = Fault(
    title="An operation does not accept a plain number",
    layer=Layer.REFLECTED,
    hints=(
        "Does the operation work with two nodes? Does it work with a node and the number 2?",
        "Look at what your code reads from the second operand. Does a plain number have this attribute?",
        "Your code uses the plain number as if it were a node.",
    ),
    examples={"everywhere": (Replace(_WRAP, ""),)}
    | {op: (Replace(_WRAP, "", inside=METHODS[op]),) for op in BINARY},
    frequency=1,
    undone_by=(Undoing("wrap"), Undoing("parents", "a number")),
    signs=(FaultSign.NUMBER_REFUSED,),
    is_habit=True,
)

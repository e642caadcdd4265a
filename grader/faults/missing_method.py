"""The class has no method for an operation that the assignment asks for.

## What happens
Python raises an exception: a `TypeError` about unsupported operand types for `a * b`, and an
`AttributeError` for `a.tanh()` or `L.backward()`. Graphs without this operation still work.

## Why
Python calls a method with a fixed name for each operator: `a + b` calls `a.__add__(b)`, `a / b` calls
`a.__truediv__(b)` and `-a` calls `a.__neg__()`. Without this method, the operator does not work.

## Fix
Add the method to your class. It does the same steps as `__add__`: it creates a node, records the operands
and attaches the backward rule. If the method is already in your file, check its indentation. A method that
is indented too far belongs to the function above it.
"""

from grader.faults._fault import Fault, FaultPlace, FaultSign, Layer, Replace, Tie, Undoing
from grader.reference import METHODS

# A method under a name that nobody calls is as good as none.
_GONE = "def _gone("

FAULT = Fault(
    title="A required method is missing",
    layer=Layer.CONTRACT,
    hints=(
        "Which operations of the assignment work with your class? Try them one at a time.",
        "Compare the methods of your class with the operations in the assignment.",
        "Your class has no method for this operation.",
    ),
    examples={op: (Replace(f"def {method}(", _GONE),) for op, method in METHODS.items()}
    | {"backward": (Replace("def backward(", _GONE),)},
    frequency=49,
    undone_by=(Undoing("define"),),
    signs=(FaultSign.NO_METHOD,),
    place=FaultPlace.CLASS,
    tie=Tie.METHOD,
)

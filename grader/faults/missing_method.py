"""A method that the assignment asks for is not in the class.

## What happens
Python finds no way to do the operation: `a * b` ends with a `TypeError` about unsupported operand
types, `a.tanh()` or `L.backward()` with an `AttributeError`. Graphs without it still work.

## Why
An operator is a method with a name that Python fixes: `a + b` calls `a.__add__(b)`, `a / b` calls
`a.__truediv__(b)`, `-a` calls `a.__neg__()`. Without that method there is no operation.

## Fix
Add the method to the class: it makes a new node from the operands' data, records the operands and
attaches the rule, as `__add__` does. A method that is indented too far belongs to the function
above it, not to the class.
"""

from grader.faults._fault import Fault, Layer, Replace
from grader.reference import METHODS

# A method under a name that nobody calls is as good as none.
_GONE = "def _gone("

FAULT = Fault(
    title="an operation is not there",
    layer=Layer.CONTRACT,
    hints=(
        "Which of the operations in the assignment work on two values of your class, one at a time?",
        "Compare the methods of your class with the list of operations that are asked for.",
        "The class has no method for this operation.",
    ),
    examples={op: (Replace(f"def {method}(", _GONE),) for op, method in METHODS.items()}
    | {"backward": (Replace("def backward(", _GONE),)},
    frequency=49,
    same_as=("wrong_name",),
)

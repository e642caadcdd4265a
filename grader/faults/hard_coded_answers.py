"""The answers to known examples are written into the code.

## What happens
The graphs of the assignment are right with the inputs that the assignment shows. With other inputs, or with
one more operation, the gradients are wrong.

## Why
The code recognizes an example by its inputs or its shape and returns a stored number. It does not compute
this number, so it has no answer for a new graph.

## Fix
Compute each gradient with the backward rules of the operations. Use the examples of the assignment to test
your code, because their answers are known.
"""

from grader.faults._fault import Fault, FaultSign, Layer

FAULT = Fault(
    title="Hard-coded answers instead of backpropagation",
    layer=Layer.METHOD,
    hints=(
        "Change one input of an example a little, for instance from 3 to 3.1. Is the gradient still right?",
        "Look for numbers in your code that are also in the assignment.",
        "Your code returns a stored answer. It should compute the gradient.",
    ),
    signs=(FaultSign.ONLY_TEXTBOOK_RIGHT,),
    is_drawn=False,  # no slip of code
)

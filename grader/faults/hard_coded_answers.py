"""The answers to published examples are written into the file.

## What happens
The graphs of the assignment are right at the inputs that are printed there. At any other inputs, or with
one operation more, they are wrong.

## Why
The file recognises an example by its inputs or its shape, and gives the number that is known to be right.
Nothing is computed that would hold for a graph it has not seen.

## Fix
Compute each gradient from the rules of the operations, so that it is right for any graph. The examples
are a way to check that, since their answers are known.
"""

from grader.faults._fault import Fault, Layer

FAULT = Fault(
    title="answers are written into the file",
    layer=Layer.METHOD,
    hints=(
        "Change one input of an example from 3 to 3.1: is the gradient still right?",
        "Look for numbers in your file that also stand in the assignment.",
        "The result is looked up where it should be computed.",
    ),
)

"""A method takes other arguments than it is called with.

## What happens
Python stops with a `TypeError` such as `missing 1 required positional argument`. Where two
parameters have changed places, it goes on with the wrong object, and stops later.

## Why
How a method is called is fixed: `-a` passes nothing but `self`, `2 - a` calls `a.__rsub__(2)` with
`self` first, and `backward()` calls each rule without arguments.

## Fix
Write the parameters that the call passes, in its order: `self` first, then `other` for operations of
two operands. A rule takes nothing: it finds the nodes it needs in the function around it.
"""

from grader.faults._fault import Fault, Layer, Replace

FAULT = Fault(
    title="a method takes other arguments than it is given",
    layer=Layer.CONTRACT,
    hints=(
        "With how many arguments is it called, and how many does it take?",
        "Compare the first line of the method in the error message with the call that leads to it.",
        "The list of parameters does not fit the call: one too many, one too few, or in another order.",
    ),
    examples={
        "+": (Replace("def _backward()", "def _backward(gradient)", inside="__add__"),),
        "-": (Replace("(self, other: float)", "(other, self)", inside="__rsub__"),),
        "neg": (Replace("(self)", "(self, other)", inside="__neg__"),),
        "tanh": (Replace("tanh(self)", "tanh()", inside="tanh"),),
        "backward": (Replace("(self)", "(self, gradient)", inside="backward"),),
    },
    frequency=11,
)

"""The parameters of a method do not match the call.

## What happens
Python stops with a `TypeError`, such as `missing 1 required positional argument`. If two parameters, or two
arguments of a call, are swapped, the method works with the wrong object, and the error comes later.

## Why
The call decides the arguments. `-a` calls `a.__neg__()` and `2 - a` calls `a.__rsub__(2)`. Your `backward()`
calls each backward rule without arguments. `Value(...)` passes its arguments to `__init__` in their order.

## Fix
Write the parameters in the order of the call: first `self`, then `other` if the operation has two operands.
A backward rule needs no parameters, because it can use the variables of the method around it.

    def __neg__(self, other): ...   # ✗
    def __neg__(self): ...          # ✓
"""

from grader.faults._fault import Exceptional, Fault, Layer, Replace, Undoing

FAULT = Fault(
    title="A call and its parameters do not match",
    layer=Layer.CONTRACT,
    hints=(
        "With how many arguments is the method called, and how many parameters does it have?",
        "Compare the `def` line of the method in the error message with the call.",
        "The parameters do not match the call: one too many, one too few, or in the wrong order.",
    ),
    examples={
        "+": (Replace("def _backward()", "def _backward(gradient)", inside="__add__"),),
        "-": (Replace("(self, other: float)", "(other, self)", inside="__rsub__"),),
        "neg": (Replace("(self)", "(self, other)", inside="__neg__"),),
        "tanh": (Replace("tanh(self)", "tanh()", inside="tanh"),),
        "backward": (Replace("(self)", "(self, gradient)", inside="backward"),),
    },
    frequency=11,
    undone_by=(
        Undoing("signature"),
        Undoing("reflect", "signature"),
        Undoing("parents", "argument order"),
    ),
    raised=(Exceptional("TypeError", ("positional argument", "unexpected keyword", "required keyword")),),
    is_habit=True,
)

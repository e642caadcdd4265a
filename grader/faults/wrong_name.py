"""Something is there under a name that nobody asks for.

## What happens
The work is done, and nobody finds it: a method `__div__` is never called by `a / b`, and a gradient
kept as `gradient` cannot be read as `grad`. The result is the same error as if it were missing.

## Why
Python calls `__truediv__` for `/`, `__pow__` for `**` and `__neg__` for unary `-`, with exactly these
names. The graphs ask for `data`, `grad` and `backward()`, as the assignment does.

## Fix
Give it the name that is asked for, wherever it is defined and used. Capital letters and the two
underscores on either side are part of a name.
"""

from grader.faults._fault import Fault, Layer, Replace

FAULT = Fault(
    title="a method or attribute has another name than the one asked for",
    layer=Layer.CONTRACT,
    hints=(
        "Which name does Python look for, and which names does your class have?",
        "Compare the name in the error message, letter by letter, with those in your class.",
        "What is asked for exists in the class, but under a different name.",
    ),
    examples={
        "*": (Replace("__mul__", "__mult__"),),
        "/": (Replace("__truediv__", "__div__"),),
        "**": (Replace("__pow__", "__power__"),),
        "neg": (Replace("__neg__", "__minus__"),),
        "tanh": (Replace("def tanh(", "def Tanh("),),
        "backward": (Replace("def backward(", "def propagate("),),
        "data": (Replace(".data", ".number"),),
        "grad": (Replace(".grad", ".derivative"),),
    },
    frequency=1,
    same_as=("missing_method",),
)

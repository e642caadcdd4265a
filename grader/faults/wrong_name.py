"""A method or attribute has another name than the one that Python or the assignment uses.

## What happens
Python does not find your method or attribute. `a / b` never calls a method `__div__`, and `a.grad` does not
find an attribute `derivative`. The error is the same as if the class did not have it.

## Why
Python calls `__truediv__` for `/`, `__pow__` for `**` and `__neg__` for `-a`. The graphs of the assignment
use `data`, `grad` and `backward()`.

## Fix
Rename the method or attribute everywhere in your class. Capital letters and the two underscores on each side
are part of a name.

    def __div__(self, other): ...       # ✗
    def __truediv__(self, other): ...   # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Tie, Undoing

FAULT = Fault(
    title="A method or attribute has the wrong name",
    layer=Layer.CONTRACT,
    hints=(
        "Which name does Python or the assignment look for, and which names does your class define?",
        "Compare the name in the error message with the names in your class, letter by letter.",
        "Your class defines this method or attribute under another name.",
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
    undone_by=(Undoing("rename"),),
    signs=(FaultSign.NO_METHOD,),
    tie=Tie.METHOD,
)

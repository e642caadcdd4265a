"""The code uses a name that is not defined at that place.

## What happens
Python raises a `NameError`, for example `name 'math' is not defined`. If the name is in a backward rule,
the error appears only during `backward()`, and the forward pass can be right.

## Why
The name is misspelled, its `import` is missing, or it is a local variable of another function. In a
notebook, another cell can define the name, and your file does not contain this cell.

## Fix
Use a name that is defined at that place: a parameter or a local variable of the method, an attribute with
`self.` in front, or a module with an `import` at the top of the file.
"""

from grader.faults._fault import Exceptional, Fault, Layer, Replace, Undoing

FAULT = Fault(
    title="A name is not defined",
    layer=Layer.CONTRACT,
    hints=(
        "Which name is in the error message? Where does your code define this name?",
        "Look at each name in the marked line. Where does it come from?",
        "The name has no value there. It is misspelled, not imported, or it belongs to another function.",
    ),
    examples={
        "+": (Replace("other.grad", "othr.grad", inside="__add__"),),
        "*": (Replace("out.grad", "o.grad", inside="__mul__"),),
        "tanh": (Replace("math.tanh", "np.tanh", inside="tanh"),),
        "exp": (Replace("math.exp", "exponential", inside="exp"),),
        "backward": (Replace("self._order()", "_order()", inside="backward"),),
    },
    frequency=12,
    undone_by=(Undoing("import"), Undoing("qualify", needs_its_exception=True), Undoing("rename", "name")),
    raised=(Exceptional("NameError"),),
)

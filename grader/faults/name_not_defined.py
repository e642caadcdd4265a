"""A name is used that means nothing at that place.

## What happens
Python stops with a `NameError`: `name 'math' is not defined`, `name 'o' is not defined`. In a
rule this happens only during the backward pass, so that the data may already be right.

## Why
The name was spelled differently, its import is missing, or it lives in another function. In a
notebook it may have existed, as a variable from another cell, which a file does not have.

## Fix
Use the name that is defined there: the method's own parameters and results, `self.` before the
class's attributes and methods, and an `import` at the top for modules.
"""

from grader.faults._fault import Fault, Layer, Replace

FAULT = Fault(
    title="a name is not defined",
    layer=Layer.CONTRACT,
    hints=(
        "Which name does the error message tell, and where in your file is it given a value?",
        "Look at the marked line and ask of each name in it where it comes from.",
        "The name has no value there: it is misspelled, not imported, or belongs to another function.",
    ),
    examples={
        "+": (Replace("other.grad", "othr.grad", inside="__add__"),),
        "*": (Replace("out.grad", "o.grad", inside="__mul__"),),
        "tanh": (Replace("math.tanh", "np.tanh", inside="tanh"),),
        "exp": (Replace("math.exp", "exponential", inside="exp"),),
        "backward": (Replace("self._order()", "_order()", inside="backward"),),
    },
    frequency=12,
)

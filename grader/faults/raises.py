"""An operation stops with an exception.

## What happens
The graph is not built, or the backward pass ends half way: Python reports an exception from inside
the class. Graphs without this operation may all be right.

## Why
The usual reasons are an attribute that no object has (`self.data.exp()`, where the data is a plain
number), `(self)` where a tuple of one, `(self,)`, is meant, and functions that take numbers only.

## Fix
Read the last line of the error message and the line of your file above it: between them they name the
object and what was tried with it. Then try that operation alone, on one small value.
"""

from grader.faults._fault import Fault, Layer, Replace

FAULT = Fault(
    title="an operation stops with an exception",
    layer=Layer.CONTRACT,
    hints=(
        "Does the operation work alone, on `Value(0.5)`, and then `backward()` on its result?",
        "Look at the last line of your file that the error message mentions.",
        "An object in that line is not what the line takes it for: see what the message says of its type.",
    ),
    examples={
        "+": (Replace("(self, other),", "(self.parents, other),", inside="__add__"),),
        "neg": (Replace("(self,)", "(self)", inside="__neg__"),),
        "tanh": (Replace("(self,)", "(self)", inside="tanh"),),
        "exp": (Replace("math.exp(self.data)", "self.data.exp()", inside="exp"),),
        "log": (Replace("math.log(self.data)", "math.log(self)", inside="log"),),
        "backward": (Replace("node._prev", "node.children", inside="_order"),),
    },
    frequency=25,
)

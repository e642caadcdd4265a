"""Python stops with an exception inside your class.

## What happens
The graph cannot be built, or the backward pass stops before it is complete. Graphs without this operation
can still be right.

## Why
An object does not have the type that your code expects, or a function has no value for a number. Frequent
causes:

* `self.data.exp()`: `self.data` is a plain number and has no method `exp`.
* `math.log(self)`: the functions of `math` take numbers, not nodes.
* `(self)` instead of `(self,)`: without the comma it is not a tuple.
* `self ** other` in `__pow__`: the method calls itself without end. Its numbers are `self.data` and `other`.

## Fix
Read the last line of the error message and the line of your file above it. They name the type of the
object and the operation that failed. Then test this operation alone, on one small value.
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

FAULT = Fault(
    title="An operation raises an exception",
    layer=Layer.CONTRACT,
    hints=(
        "Does the operation work alone, on `Value(0.5)`, and does `backward()` work on its result?",
        "Look at the last line of your file that the error message names.",
        "The message says what Python could not do there. Often it names a type, an attribute or a number.",
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
    undone_by=(Undoing("network-nodes-made"), Undoing("node-in-list")),
    signs=(FaultSign.RAISES,),
)

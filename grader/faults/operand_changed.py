"""An operation changes the `data` of one of its operands.

## What happens
At a = 2 and b = 3, `a.data` is 5 after `c = a + b`. All later operations then compute with 5 instead of 2,
and so do all backward rules that read `a.data`.

## Why
In a method such as `__add__`, `self` is the left operand, not the result. An assignment to `self.data`
therefore changes the operand. An operation must create a new node and leave its operands unchanged.

## Fix
Store the result in a new node. Do not assign to `self.data` or `other.data` in an operation.

    self.data = self.data + other.data                   # ✗
    out = Value(self.data + other.data, (self, other))   # ✓
"""

from grader.faults._fault import Fault, FaultPlace, FaultSign, Hunted, Layer, Replace, Undoing


def _in_place(result: str, method: str) -> tuple[Replace]:
    """The operand takes the result, and the new node takes it from the operand."""
    new = f"self.data = {result}\n        out = Value(self.data"
    return (Replace(f"out = Value({result}", new, inside=method),)


FAULT = Fault(
    title="An operation changes the `data` of its operand",
    layer=Layer.FORWARD,
    hints=(
        "What is `a.data` before and after `c = a + b`? Try the other operations too.",
        "Look for a line in the operation that assigns to the `data` of an operand.",
        "Your code gives an operand another number. It must store its result only in a new node.",
    ),
    examples={
        "+": _in_place("self.data + other.data", "__add__"),
        "-": _in_place("self.data - other.data", "__sub__"),
        "*": _in_place("self.data * other.data", "__mul__"),
        "neg": _in_place("-self.data", "__neg__"),
        "relu": _in_place("max(self.data, 0.0)", "relu"),
    },
    frequency=1,
    undone_by=(Undoing("unchanged"), Undoing("network-unchanged")),
    signs=(FaultSign.OPERAND_CHANGED,),
    place=FaultPlace.HEAD,
    hunted=Hunted("+"),
)

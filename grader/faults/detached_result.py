"""The result of an operation does not record its operands.

## What happens
The data are right, but the nodes before the operation get no gradient. If `-x` does not record its operand,
`a.grad` and `b.grad` stay 0 for `L = -(a * b) * 3`. A graph as small as `L = -a` can still be right,
because no node stands before `a`.

## Why
`backward()` finds the graph by following the recorded operands. A node without operands looks like a leaf,
so the search stops there. The same happens if an operation returns a second node that it built from the
data alone.

## Fix
Pass all operands to the new node. Attach the backward rule to this node and return the same node.

    out = Value(self.data + other.data)                   # ✗
    out = Value(self.data + other.data, (self, other))    # ✓
"""

from grader.faults._fault import Fault, FaultPlace, FaultSign, Layer, Replace, Says, Tie, Undoing
from grader.reference import METHODS
from suites import BINARY, UNARY

FAULT = Fault(
    title="A result does not record its operands",
    layer=Layer.FORWARD,
    hints=(
        "Print the operands that the result of this operation has recorded. Are they complete?",
        "Look at the line where the operation creates its new node, and at the node that it returns.",
        (
            "Your code creates the new node without some or all of its operands, so `backward()` cannot "
            "reach them."
        ),
    ),
    examples={op: (Replace("(self, other), ", "(), ", inside=METHODS[op]),) for op in BINARY}
    | {
        f"{op}: left operand only": (Replace("(self, other), ", "(self,), ", inside=METHODS[op]),)
        for op in BINARY
    }
    | {
        f"{op}: right operand only": (Replace("(self, other), ", "(other,), ", inside=METHODS[op]),)
        for op in BINARY
    }
    | {op: (Replace("(self,), ", "(), ", inside=METHODS[op]),) for op in UNARY}
    | {
        f"{op}: second node": (Replace("return out", "return Value(out.data)", inside=method),)
        for op, method in METHODS.items()
    },
    frequency=10,
    undone_by=(Undoing("parents", says=Says.PLACE),),
    signs=(FaultSign.NOTHING_ARRIVES, FaultSign.NOTHING_BELOW, FaultSign.DOES_NOT_RUN),
    place=FaultPlace.NUMBER,
    tie=Tie.NOTHING_SENT,
)

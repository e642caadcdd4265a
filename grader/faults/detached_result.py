"""A result does not know what it was made of.

## What happens
The data are right, and what lies behind the operation gets no gradient: if the negation forgets its
operand, `a.grad` and `b.grad` stay 0 for `L = -(a * b) * 3`. On inputs alone, as in `-a`, it may look
right, since nothing lies further back.

## Why
`backward()` finds the graph by following each node's operands. A node that was made without them, or
made anew from the data alone, looks like an input: the walk ends there.

## Fix
Pass all operands on when the new node is made, as in `Value(data, (self, other))` or, for one operand,
`(self,)`, and return that very node, with its rule.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS
from suites import BINARY, UNARY

FAULT = Fault(
    title="a result does not record its operands",
    layer=Layer.FORWARD,
    hints=(
        "Take the operation's result: which nodes does it name as the ones it was made of?",
        "Look at what is handed over when the operation makes its new node, and at what it returns.",
        "The new node is made without some or all of its operands, so the pass never gets to them.",
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
        f"{op}: made anew": (Replace("return out", "return Value(out.data)", inside=method),)
        for op, method in METHODS.items()
    },
    undone_by=(Repair("parents"),),
    frequency=10,
    same_as=("rule_missing", "rule_not_attached", "wrong_recipient"),
)

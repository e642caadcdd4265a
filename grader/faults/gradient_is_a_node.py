"""A backward rule calculates with a node instead of a number.

## What happens
`print(a.grad)` shows a node such as `Value(5.0)` instead of a number. The number inside can be right. But
code that needs a number raises a `TypeError`: `math.isclose(a.grad, 5.0)`, or `math.exp(self)` in the rule.

## Why
The backward rule calculates with a node (`other`) and not with its data (`other.data`). An operation on a
node creates a new node, so the backward pass builds a second graph. A function of `math` takes numbers only.

## Fix
Use the data of every node in the backward rule: of both operands, of the result and of an exponent.

    self.grad += other * out.grad         # ✗
    self.grad += other.data * out.grad    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

FAULT = Fault(
    title="A rule calculates with a node instead of a number",
    layer=Layer.RULE,
    hints=(
        "What is the type of the wrong gradient: is it a number, or a node of your class?",
        "Look for a node in the backward rule that is used without its `data`.",
        "Your backward rule calculates with a node. It needs the node's `data`, which is a number.",
    ),
    examples={
        "*": (Replace("+= other.data", "+= other", inside="__mul__"),),
        "**": (Replace("+= other.data * self.data", "+= other * self.data", inside="__pow__"),),
        "tanh": (Replace("1 - out.data**2", "1 - out**2", inside="tanh"),),
        "exp": (Replace("+= out.data", "+= out", inside="exp"),),
    },
    frequency=1,
    undone_by=(Undoing("plain-number"),),
    signs=(FaultSign.NODE_ADDED_TO_A_NUMBER,),
    is_habit=True,
)

"""A gradient becomes a node instead of a number.

## What happens
`print(a.grad)` shows a `Value(...)` where a number should stand, and comparing or adding it to plain
numbers fails. The number inside may be right.

## Why
A rule multiplies by a node (`other * out.grad`) instead of by its data. Operations on nodes make nodes,
so that the backward pass builds a graph of its own.

## Fix
Use plain numbers in rules: `other.data * out.grad`, and `out.data` for the result. An exponent needs its
`.data` too.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

FAULT = Fault(
    title="a gradient is a node instead of a number",
    layer=Layer.RULE,
    hints=(
        "What is `type(a.grad)` after the pass?",
        "Look for a node that stands in the rule without its data being taken.",
        "The rule computes with nodes, so that what it adds to the gradient is a node as well.",
    ),
    examples={
        "*": (Replace("+= other.data", "+= other", inside="__mul__"),),
        "**": (Replace("+= other.data * self.data", "+= other * self.data", inside="__pow__"),),
        "tanh": (Replace("1 - out.data**2", "1 - out**2", inside="tanh"),),
        "exp": (Replace("+= out.data", "+= out", inside="exp"),),
    },
    undone_by=(Repair("plain-number"),),
    frequency=1,
)

"""An operation computes the wrong number.

## What happens
Already the data of the result is wrong, before any gradient is asked for: `b - a` where `a - b`
is meant gives 3 instead of -3 for 2 and 5. Every node behind it is wrong too, and so are gradients
that use its data.

## Why
The formula of the forward computation is not the one of the operation: operands in the other order,
another function of the same look (`math.tan`, `math.log10`), a lost sign or bracket.

## Fix
Compute the operation with plain numbers beside it, at two or three points, and correct the formula
until the data agree. Only then look at gradients.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

FAULT = Fault(
    title="an operation computes the wrong number",
    layer=Layer.FORWARD,
    hints=(
        "What is the data of the result, and what does a calculator say?",
        "Look at the line that computes the data of the new node, before any gradient.",
        "The formula in that line is not the one of this operation.",
    ),
    examples={
        "+": (Replace("self.data + other.data", "self.data + self.data", inside="__add__"),),
        "-": (Replace("self.data - other.data", "other.data - self.data", inside="__sub__"),),
        "*": (Replace("self.data * other.data", "self.data * self.data", inside="__mul__"),),
        "/": (Replace("self.data / other.data,", "other.data / self.data,", inside="__truediv__"),),
        "/: rounded down": (
            Replace("self.data / other.data,", "self.data // other.data,", inside="__truediv__"),
        ),
        "**": (Replace("self.data**other.data", "self.data * other.data", inside="__pow__"),),
        "neg": (Replace("Value(-self.data", "Value(self.data", inside="__neg__"),),
        "tanh": (Replace("math.tanh", "math.tan", inside="tanh"),),
        "exp": (Replace("math.exp(self.data)", "math.e * self.data", inside="exp"),),
        "log": (Replace("math.log(", "math.log10(", inside="log"),),
        "relu": (Replace("max(", "min(", inside="relu"),),
        "sigmoid": (Replace("-self.data", "self.data", inside="sigmoid"),),
    },
    undone_by=(Repair("forward"),),
    frequency=6,
)

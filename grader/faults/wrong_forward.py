"""An operation computes the wrong number in the forward pass.

## What happens
The `data` of the result is already wrong, before the backward pass. For `a - b` at a = 2, b = 5, the formula
`b - a` gives 3 instead of -3. All results that depend on it are wrong too, and so are all gradients that
use their `data`.

## Why
The formula in the method is not the formula of the operation. Frequent causes are swapped operands, a
function with a similar name (`math.tan` for tanh, `math.log10` for log), a wrong sign and missing
parentheses.

## Fix
Compute the operation with your class and with plain numbers: both results must be equal. Correct the formula
until the `data` is right, and only then look at gradients.

    print((Value(2.0) - Value(5.0)).data, 2.0 - 5.0)
"""

from grader.faults._fault import Fault, FaultPlace, FaultSign, Hunted, Layer, Replace, Says, Undoing

FAULT = Fault(
    title="Wrong formula in the forward pass",
    layer=Layer.FORWARD,
    hints=(
        "What is the `data` of the result, and what does a calculator give?",
        "Look at the line that computes the `data` of the new node.",
        "The formula in your method is not the formula of this operation.",
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
    frequency=6,
    undone_by=(
        Undoing("forward", says=Says.PLACE),
        Undoing("reflect", "pasted"),
        Undoing("reflect", "other"),
    ),
    signs=(FaultSign.WRONG_DATA,),
    place=FaultPlace.NUMBER,
    hunted=Hunted("-"),
)

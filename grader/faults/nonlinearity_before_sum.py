"""A neuron applies its activation function before the sum is complete.

## What happens
The output of a neuron with tanh is never larger than 1. If tanh is applied to each product, two inputs and a
bias of 1 give an output of up to 3.

## Why
The function is applied to each product of a weight and an input, or to the sum without the bias.

## Fix
Add all products and the bias, then apply the function once.

    return sum((w * x).tanh() for w, x in zip(self.w, xs)) + self.b    # ✗
    return (sum(w * x for w, x in zip(self.w, xs)) + self.b).tanh()    # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing

_SUM = "total = total + weight * value\n        return total if self.linear else total.relu()"

FAULT = Fault(
    title="Activation function applied before the sum",
    layer=Layer.NETWORK,
    hints=(
        "Call a neuron with large weights. Does its output stay where its function should keep it?",
        "Look at the line with the activation function. What is it applied to?",
        "Your neuron applies its function to a part of the sum, and adds the rest after it.",
    ),
    network_examples={
        "to each product": (Replace(_SUM, "total = total + (weight * value).relu()\n        return total"),),
    },
    undone_by=(Undoing("around-sum"),),
    is_drawn=False,  # no slip in `Value`
)

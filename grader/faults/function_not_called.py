"""A function is named, but not called.

## What happens
The neuron returns the function itself instead of its result. A function has no data and no gradient, so the
next layer stops with an exception that speaks of a `method`.

## Why
Without parentheses, the name of a method stands for the method. Python calls it only where they follow.

## Fix
Write the parentheses.

    return act.tanh      # ✗
    return act.tanh()    # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing

FAULT = Fault(
    title="Function named, but not called",
    layer=Layer.NETWORK,
    hints=(
        "What is `type(Neuron(2)([1.0, 2.0]))`?",
        "Look at the line that returns the output of your neuron. What does it return?",
        "Your code names a function of the node and does not call it: the parentheses are missing.",
    ),
    network_examples={"at the end of a neuron": (Replace("total.relu()", "total.relu"),)},
    undone_by=(Undoing("network-called"),),
    is_drawn=False,  # no slip in `Value`
)

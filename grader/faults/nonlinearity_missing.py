"""The hidden layers have no activation function.

## What happens
The output of the network is one weighted sum of its inputs, however many layers there are. It cannot learn
XOR: for four points of which no line separates the classes, the loss stays large.

## Why
A weighted sum of weighted sums is a weighted sum. The neuron returns the sum as it is, or applies a function
and does not use the result.

## Fix
Apply a function such as tanh or relu to the weighted sum, in all layers but the last.

    return act           # ✗
    return act.tanh()    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

FAULT = Fault(
    title="Hidden layers without an activation function",
    layer=Layer.NETWORK,
    hints=(
        "Call your network with inputs x, 2 * x and 3 * x. By how much does its output grow each time?",
        "Look at what your neuron does with the weighted sum before it returns it.",
        "Your neurons return the weighted sum as it is, so all layers together are one weighted sum.",
    ),
    network_examples={
        "the sum as it is": (Replace("return total if self.linear else total.relu()", "return total"),),
    },
    undone_by=(Undoing("nonlinearity"),),
    signs=(FaultSign.NEVER_BENDS,),
    is_always_seen=True,
    is_drawn=False,  # no slip in `Value`
)

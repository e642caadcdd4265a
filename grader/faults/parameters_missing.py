"""`parameters()` does not return all weights and biases.

## What happens
A layer with 2 inputs and 3 neurons has 3 * 2 = 6 weights and 3 biases, so 9 parameters. What is missing in
`parameters()` keeps its old value in every step, and `zero_grad()` does not clear its gradient.

## Why
One level is left out: the bias of a neuron, all neurons but one, or a layer. A `return` inside of a loop
ends the method after the first neuron.

## Fix
Return each weight and each bias once, on every level.

    return self.w               # ✗
    return self.w + [self.b]    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

FAULT = Fault(
    title="`parameters()` is incomplete",
    layer=Layer.NETWORK,
    hints=(
        "Count the weights and biases of a small network by hand. Compare with `len(parameters())`.",
        "Compare what the constructors create with what `parameters()` returns, from the neuron upwards.",
        "Your `parameters()` leaves out some weights or biases, so a step never changes these.",
    ),
    network_examples={
        "the bias": (Replace("[*self.weights, self.bias]", "self.weights"),),
        "the last layer": (Replace("for layer in self.layers for p", "for layer in self.layers[:-1] for p"),),
        "the first neuron alone": (
            Replace("for neuron in self.neurons for p", "for neuron in self.neurons[:1] for p"),
        ),
    },
    undone_by=(Undoing("parameters-added"),),
    signs=(FaultSign.PARAMETERS_MISSING,),
    is_drawn=False,  # no slip in `Value`
)

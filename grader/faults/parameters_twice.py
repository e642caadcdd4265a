"""`parameters()` returns some weights or biases more than once.

## What happens
A step changes such a parameter several times. With a rate of 0.1 and a gradient of 2, a weight of 1 becomes
1 - 0.2 - 0.2 = 0.6 instead of 0.8. Its learning rate is twice that of the others.

## Why
Two loops add the same nodes, or the same list is joined twice, for example once by the neuron and once more
by the layer.

## Fix
Return each weight and each bias once. The layer asks its neurons and adds nothing.

    return self.w + [self.b] + [self.b]    # ✗
    return self.w + [self.b]               # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

FAULT = Fault(
    title="`parameters()` returns some parameters twice",
    layer=Layer.NETWORK,
    hints=(
        "Compare `len(net.parameters())` with the number of different objects in that list.",
        "Look at each line that adds to the list of parameters. Does another line add the same nodes?",
        (
            "Some weights or biases are in `parameters()` more than once, so one step changes them several "
            "times."
        ),
    ),
    network_examples={
        "the bias": (Replace("[*self.weights, self.bias]", "[*self.weights, self.bias, self.bias]"),),
        "each layer": (Replace("p in layer.parameters()]", "p in layer.parameters() * 2]"),),
    },
    undone_by=(Undoing("parameters-once"),),
    signs=(FaultSign.PARAMETERS_TWICE,),
    is_drawn=False,  # no slip in `Value`
)

"""A layer of the network has no effect on its output.

## What happens
The weights of this layer have the gradient 0 after each backward pass, so training does not change them. The
network computes what a smaller one does, and may return the wrong number of outputs.

## Why
The loop calls each layer on the input of the network, so only the last layer counts. Or a `return` stands
inside the loop, so only the first layer is called. Or the constructor makes one layer too few.

## Fix
Call each layer on what the one before returned, and return after the loop.

    for layer in self.layers:
        out = layer(x)    # ✗
    for layer in self.layers:
        x = layer(x)      # ✓
    return x
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

FAULT = Fault(
    title="A layer of the network has no effect on its output",
    layer=Layer.NETWORK,
    hints=(
        "Change one weight of each layer. Which of them change the output of the network?",
        "Look at the loops over your layers. What is each layer called on, and when does each loop end?",
        "The result of one layer does not reach the next one, or a loop ends before the last layer.",
    ),
    network_examples={
        "each on the input": (
            Replace("x = layer(x)\n        return x", "out = layer(x)\n        return out"),
        ),
        "a return in the loop": (
            Replace("x = layer(x)\n        return x", "x = layer(x)\n            return x"),
        ),
    },
    undone_by=(Undoing("network-chained"),),
    signs=(FaultSign.LAYER_WITHOUT_EFFECT,),
    is_drawn=False,  # no slip in `Value`
)

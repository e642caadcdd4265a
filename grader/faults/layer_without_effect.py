"""A layer of the network has no effect on its output.

## What happens
The weights of this layer have the gradient 0 after each pass, so training does not change them. The output is
that of a smaller network, or has as many numbers as another layer has neurons.

## Why
Each turn of the loop calls its layer on the input of the network again, so only the last layer counts. Or a
`return` stands inside of the loop, so only the first one is called.

## Fix
Call each layer on what the one before returned, and return behind the loop.

    for layer in self.layers:
        out = layer(x)    # ✗
    for layer in self.layers:
        x = layer(x)      # ✓
    return x
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing
from grader.faults._sign import FaultSign

FAULT = Fault(
    title="A layer of the network has no effect on its output",
    layer=Layer.NETWORK,
    hints=(
        "Change one weight of each layer. Which of them change the output of the network?",
        "Look at the loop over your layers. What is each layer called on, and when does the loop end?",
        "The result of one layer does not reach the next one, or the loop ends before the last layer.",
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

"""Between two passes, some gradients of the parameters of a network are not set to 0.

## What happens
The next pass adds to the old gradients. If a pass gives a weight the gradient 3, a second pass on the same
example gives 6 instead of 3, and a third one 9. The steps become too long.

## Why
`zero_grad()` compares with `==`, assigns to a local name, changes `data`, or does not reach all parameters.
Or the training loop has no such line and calls no such function.

## Fix
Assign 0 to the gradient of each parameter, before each backward pass.

    for p in self.parameters():
        p.grad == 0    # ✗
        p.grad = 0     # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing, instead_of

_instead = instead_of("p.grad = 0.0", inside="zero_grad")

FAULT = Fault(
    title="Gradients of the network not set to 0 between passes",
    layer=Layer.NETWORK,
    hints=(
        "Print the gradients of all parameters directly before each `backward()`. Which are not 0?",
        "Which line of your training sets gradients to 0? Which parameters does it reach?",
        "Your training does not set the gradient of each parameter to 0 before the next pass.",
    ),
    network_examples={
        "compared": _instead("p.grad == 0.0"),
        "a local name": _instead("grad = 0.0"),
        "the first layer alone": (
            Replace("in self.parameters()", "in self.layers[0].parameters()", inside="zero_grad"),
        ),
    },
    undone_by=(Undoing("network-zero-grad"),),
    signs=(FaultSign.NETWORK_NOT_RESET,),
    is_drawn=False,  # no slip in `Value`
)

"""After `zero_grad()` of the network, some gradients of its parameters are not 0.

## What happens
The next pass adds to the old gradients. If a pass gives a weight the gradient 3, a second pass on the same
example gives 6 instead of 3, and a third one 9. The steps become too long.

## Why
`zero_grad()` compares with `==`, assigns to a local name, changes `data`, or does not reach all parameters.

## Fix
Assign 0 to the gradient of each parameter, before each backward pass.

    for p in self.parameters():
        p.grad == 0    # ✗
        p.grad = 0     # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing
from grader.faults._sign import FaultSign


def _instead(statement: str) -> tuple[Replace]:
    return (Replace("p.grad = 0.0", statement, inside="zero_grad"),)


FAULT = Fault(
    title="`zero_grad()` of the network does not clear all gradients",
    layer=Layer.NETWORK,
    hints=(
        "Print the gradients of all parameters directly after `zero_grad()`. Which are not 0?",
        "Look at each line of `zero_grad()`: which parameters does it reach, and what does it assign?",
        "Your `zero_grad()` does not set the gradient of each parameter to 0.",
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

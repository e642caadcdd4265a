"""The output's own gradient is never set to 1 before the pass.

## What happens
`backward()` runs through the whole graph and every gradient is 0 afterwards. Where the caller sets
`L.grad = 1.0` first, everything is right.

## Why
Each rule hands on its result's gradient times a local derivative. The output's is where it starts, and
dL/dL is 1. All the rest are multiples of it: from 0 only 0 can come.

## Fix
Set `self.grad = 1.0` in `backward()`, after all gradients that may need clearing are cleared and before
the first rule runs. The name must have `self.` in front.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

_SEED = "        self.grad = 1.0\n"
_RUN = "            node._backward()\n"

FAULT = Fault(
    title="the output's gradient is not set to 1",
    layer=Layer.SEED,
    hints=(
        "What is the gradient of the output with respect to itself, and what does yours hold?",
        "Look at what `backward()` does before it runs the first rule.",
        "The pass starts from an output whose gradient is still 0, so that only zeros are handed on.",
    ),
    examples={
        "backward": (Replace(_SEED, "", inside="backward"),),
        "backward: too late": (
            Replace(_SEED, "", inside="backward"),
            Replace(_RUN, _RUN + _SEED, inside="backward"),
        ),
    },
    undone_by=(Repair("seed"),),
    frequency=7,
    same_as=("gradients_reset_in_wrong_place",),
)

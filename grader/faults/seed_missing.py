r"""`backward()` does not set the output's gradient to 1 before the first backward rule runs.

## What happens
`backward()` goes through the whole graph, but the inputs still have the gradient 0. If you set
`L.grad = 1.0` before you call `L.backward()`, the gradients are right.

## Why
Each backward rule multiplies by the gradient of its result. The backward pass starts at the output, where
dL/dL = 1. If the output's gradient is 0, each product is 0.

$$ \frac{\partial L}{\partial L} = 1 $$

## Fix
Set the output's gradient to 1 at the start of `backward()`. If `backward()` also clears old gradients, set
the 1 after that. Write `self.grad`: without `self.`, it is only a local variable.

    self.grad = 1.0
    for node in reversed(topo):
        node._backward()
"""

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Replace, Tie, Undoing

_SEED = "        self.grad = 1.0\n"
_RUN = "            node._backward()\n"

FAULT = Fault(
    title="`backward()` never sets the output's gradient to 1",
    layer=Layer.SEED,
    hints=(
        "What is the derivative of the output with respect to itself, and what is its gradient in your code?",
        "Look at the lines of `backward()` that run before the first backward rule.",
        "The output's gradient is still 0 when the first rule runs, so all contributions are 0.",
    ),
    examples={
        "backward": (Replace(_SEED, "", inside="backward"),),
        "backward: too late": (
            Replace(_SEED, "", inside="backward"),
            Replace(_RUN, _RUN + _SEED, inside="backward"),
        ),
    },
    frequency=7,
    undone_by=(Undoing("seed"),),
    signs=(FaultSign.NO_SEED,),
    tie=Tie.SEED,
    hunted=Hunted("backward"),
)

"""A step does not reach all parameters of the network that is trained.

## What happens
After one step the weights have new values, and each bias still has its old one. The loss becomes smaller, and
stops at a value that a network without trained biases can reach.

## Why
The step goes through the weights of each neuron and not through its bias, or leaves out a layer. Or the loss
uses one network, and the step changes the parameters of another.

## Fix
Go through all parameters.

    for p in self.w:               # ✗
        p.data -= lr * p.grad
    for p in self.parameters():    # ✓
        p.data -= lr * p.grad
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

FAULT = Fault(
    title="Step does not reach all parameters",
    layer=Layer.NETWORK,
    hints=(
        "Print all parameters before and after one step. Which of them did not change?",
        "Look at what your step goes through. Are the weights and the bias of each neuron there?",
        "Your step does not change every weight and bias of the network in your loss.",
    ),
    network_examples={
        "the last one": (Replace("for p in parameters:", "for p in parameters[:-1]:"),),
    },
    undone_by=(Undoing("step-complete"),),
    signs=(FaultSign.STEP_INCOMPLETE,),
    is_always_seen=True,
    is_drawn=False,  # no slip in `Value`
)

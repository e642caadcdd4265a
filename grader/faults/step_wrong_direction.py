"""The step of gradient descent goes up.

## What happens
The loss grows with each step. With a rate of 0.1 and a gradient of 2, a weight of 1 becomes 1 + 0.2 = 1.2
instead of 0.8.

## Why
The gradient points to where the loss grows, so a step that makes the loss smaller subtracts it. The code adds
it, or has a second minus.

## Fix
Subtract the gradient times the learning rate.

    p.data += lr * p.grad    # ✗
    p.data -= lr * p.grad    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Undoing, instead_of

_instead = instead_of("p.data -= rate * p.grad")

FAULT = Fault(
    title="Step in the direction of the gradient, not against it",
    layer=Layer.NETWORK,
    hints=(
        "Print the loss before and after one step with a small learning rate. Does it become smaller?",
        "A weight has a positive gradient. Should the step make the weight larger or smaller?",
        "Your step adds the gradient, so the loss grows.",
    ),
    network_examples={
        "added": _instead("p.data += rate * p.grad"),
        "two signs": _instead("p.data -= -rate * p.grad"),
    },
    undone_by=(Undoing("step-sign"),),
    signs=(FaultSign.STEPS_UP,),
    is_drawn=False,  # no slip in `Value`
)

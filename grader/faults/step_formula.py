"""The step does not compute the data minus the learning rate times the gradient.

## What happens
A weight is 1, its gradient is 2, and the learning rate is 0.1. After one step the weight should be
1 - 0.1 * 2 = 0.8. With another formula it is another number, and the loss may grow.

## Why
The old data or the learning rate is not in the formula, the operator is another one, or `data` and `grad` are
swapped.

## Fix
Subtract the gradient times the learning rate from the old data.

    p.data = -lr * p.grad    # ✗
    p.data -= p.grad         # ✗
    p.data -= lr * p.grad    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Undoing, instead_of

_instead = instead_of("p.data -= rate * p.grad")

FAULT = Fault(
    title="Step is not data minus learning rate times gradient",
    layer=Layer.NETWORK,
    hints=(
        "Take one step with a weight of 1, a gradient of 2 and a learning rate of 0.1. Is the weight 0.8?",
        "Compare the line of the step with the formula of gradient descent, part by part.",
        "Your step does not subtract the learning rate times the gradient from the old data.",
    ),
    network_examples={
        "without the old data": _instead("p.data = -rate * p.grad"),
        "without the rate": _instead("p.data -= p.grad"),
        "another operator": _instead("p.data *= rate * p.grad"),
        "the data": _instead("p.data -= rate * p.data"),
        "swapped": _instead("p.grad -= rate * p.data"),
    },
    undone_by=(Undoing("step-formula"),),
    signs=(FaultSign.STEP_WITHOUT_EFFECT,),  # where the gradient is changed in place of the data
    is_drawn=False,  # no slip in `Value`
)

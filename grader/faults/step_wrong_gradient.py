"""The step moves a parameter by the gradient of another one.

## What happens
Two weights have the gradients 2 and 5. With the learning rate 0.1, the first one should become smaller by
0.2, and becomes smaller by 0.5. The loss may grow.

## Why
An index is off by one, two lists are in a different order, or the step reads the gradient of one fixed
parameter.

## Fix
Read the gradient of the parameter that the step changes.

    params[i].data -= lr * grads[i - 1]    # ✗
    params[i].data -= lr * grads[i]        # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing

FAULT = Fault(
    title="Step uses the gradient of another parameter",
    layer=Layer.NETWORK,
    hints=(
        "Print by how much each parameter changes in one step, beside its gradient. Which do not fit?",
        "Look at the line of the step. Whose data does it change, and whose gradient does it read?",
        "Your step changes a parameter by the gradient of another one.",
    ),
    network_examples={
        "the first one": (Replace("p.data -= rate * p.grad", "p.data -= rate * parameters[0].grad"),),
        "the one before": (
            Replace(
                "for p in parameters:\n        p.data -= rate * p.grad",
                "gradients = [p.grad for p in parameters]\n    for i in range(len(parameters)):\n"
                "        parameters[i].data -= rate * gradients[i - 1]",
            ),
        ),
    },
    undone_by=(Undoing("step-own"),),
    is_drawn=False,  # no slip in `Value`
)

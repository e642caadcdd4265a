"""The loss is not divided by the number of examples.

## What happens
The loss grows with the number of examples. For predictions 1 and 3 and targets 0 and 1, the squares are 1 and
4: their mean is 5 / 2 = 2.5, and the code returns 5. All gradients are too large by the same factor.

## Why
The squares are added up, and nothing divides the sum by their number. With a learning rate that suits the
mean, the steps become too long.

## Fix
Divide the sum by the number of examples.

    return total                   # ✗
    return total / len(targets)    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Undoing, instead_of

_instead = instead_of("total / len(targets)")

FAULT = Fault(
    title="Loss is a sum and not a mean",
    layer=Layer.NETWORK,
    hints=(
        "Compute the loss once for some examples, and once for the same examples twice. Are both equal?",
        "Look at the last line of the loss function. By which number does it divide?",
        "Your loss adds the squared errors and does not divide by the number of examples.",
    ),
    network_examples={
        "a sum": _instead("total"),
        "a constant": _instead("total / 2"),
    },
    undone_by=(Undoing("mean"),),
    signs=(FaultSign.LOSS_NOT_MEAN,),
    is_drawn=False,  # no slip in `Value`
)

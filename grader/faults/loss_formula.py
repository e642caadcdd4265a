"""The loss is not made of squared differences.

## What happens
For predictions 1 and 3 and targets 0 and 1, the squared differences are 1 and 4, and the loss is 5 / 2 = 2.5.
If each of them is squared again, it is 17 / 2 = 8.5, and each gradient is wrong too.

## Why
A line squares what is a square already, or leaves a difference as it is. Or a sign is turned, so the loss
becomes smaller where the predictions become worse.

## Fix
Square each difference once, and add the squares.

    error = (p - y) ** 2
    total = total + error ** 2    # ✗
    total = total + error         # ✓
"""

from grader.faults._fault import Fault, Layer, Undoing, instead_of

_instead = instead_of("(prediction - target) ** 2")

FAULT = Fault(
    title="Loss is not made of squared differences",
    layer=Layer.NETWORK,
    hints=(
        "Compute the loss of one prediction by hand: 4 for the target 1. Does your function return 9?",
        "Look at each line of the loss. How often does it square a difference, and with which sign?",
        "Your loss adds something else than the square of each difference.",
    ),
    network_examples={
        "squared twice": _instead("((prediction - target) ** 2) ** 2"),
        "not squared": _instead("(prediction - target)"),
        "turned around": _instead("-((prediction - target) ** 2)"),
        "with itself": _instead("(prediction - prediction) ** 2"),
    },
    undone_by=(Undoing("squares"),),
    is_drawn=False,  # no slip in `Value`
)

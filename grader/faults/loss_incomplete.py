"""A loss does not use all predictions and targets.

## What happens
The loss changes with one prediction only. All other predictions have the gradient 0, so training ignores
their examples.

## Why
The loop assigns the total with `=` in each turn, and only the last turn remains. Or `return` stands inside
the loop, which then ends in its first turn.

## Fix
Add each term to the total, and return the total after the loop.

    total = (p - t) ** 2     # ✗
    total += (p - t) ** 2    # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing

FAULT = Fault(
    title="Loss does not use all examples",
    layer=Layer.NETWORK,
    hints=(
        "Change one prediction after the other. Does the loss change every time?",
        "Follow the loop of your loss: what is the total after its first turn, and after its second?",
        "Your loss keeps the term of one example and loses those of the others.",
    ),
    network_examples={
        "only the last": (
            Replace("total = total + (prediction - target) ** 2", "total = (prediction - target) ** 2"),
        ),
        "only the first": (
            Replace("    return total / len(targets)", "        return total / len(targets)"),
        ),
    },
    undone_by=(Undoing("examples-added"),),
    is_drawn=False,  # no slip in `Value`
)

"""The backward pass starts with a number other than 1.

## What happens
All gradients are wrong by the same factor. If your code starts with the output's `data`, then for `L = a * b`
at a = 2, b = 3 the gradients are 18 and 12 instead of 3 and 2. The factor is 6, the `data` of `L`.

## Why
The gradient of a node says how much the output L changes if this node changes. L changes exactly as much as
L itself, so dL/dL = 1, for every `data` of L.

## Fix
Set the output's gradient to 1.

    self.grad = self.data   # ✗
    self.grad = 1.0         # ✓
"""

from grader.faults._fault import Fault, Hunted, Layer, Says, Undoing, instead_of

_seeded = instead_of("self.grad = 1.0", inside="backward")

FAULT = Fault(
    title="`backward()` starts with a seed other than 1",
    layer=Layer.SEED,
    hints=(
        "Divide each of your gradients by the right one: is the factor the same everywhere?",
        "Look at the output's gradient after the pass, and at the line that sets it.",
        "Your backward pass does not start with dL/dL = 1. Its first number multiplies all gradients.",
    ),
    examples={
        "backward: its data": _seeded("self.grad = self.data"),
        "backward: two": _seeded("self.grad = 2.0"),
        "backward: minus one": _seeded("self.grad = -1.0"),
    },
    undone_by=(Undoing("seed-one", says=Says.SHOWN), Undoing("seed")),
    hunted=Hunted("backward: two"),
)

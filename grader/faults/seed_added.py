"""Each call of `backward()` adds 1 to the output's gradient instead of setting it to 1.

## What happens
The first pass is right. If you call `backward()` on the same output again, its gradient is 2, then 3, and
the other gradients become too large.

## Why
Gradients accumulate because a value can have several uses. But the number at the start of a pass, the seed,
is not a contribution: dL/dL is 1 in every pass.

## Fix
Set the output's gradient with `=` at the start of `backward()`.

    self.grad += 1.0   # ✗
    self.grad = 1.0    # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing

FAULT = Fault(
    title="`backward()` adds the seed 1 instead of setting it",
    layer=Layer.SEED,
    hints=(
        "What is `L.grad` after the first `L.backward()`, and what is it after the second?",
        "Look at the start of `backward()`: what does it do with a gradient that the output already has?",
        "Each pass adds another 1 to the output's gradient. Each pass must start from exactly 1.",
    ),
    examples={"backward": (Replace("self.grad = 1.0", "self.grad += 1.0", inside="backward"),)},
    undone_by=(Undoing("seed-set"),),
    is_drawn=False,  # shows in a second pass, where either convention is right
)

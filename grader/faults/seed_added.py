"""The 1 is added to the output's gradient instead of put there.

## What happens
One pass is right. If the same output is asked a second time, it starts from 2 instead of 1, then from 3,
and every gradient grows with it.

## Why
Shares are added up because many consumers pay in. The start of a pass is no share: dL/dL is 1, however
often it is asked.

## Fix
Write `self.grad = 1.0` in `backward()`.
This is the one place in the pass where `=` is right and `+=` is not.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

FAULT = Fault(
    title="1 is added to the output's gradient instead of put there",
    layer=Layer.SEED,
    hints=(
        "What is `L.grad` after the first `L.backward()`, and what after the second?",
        "Look at how `backward()` treats what the output's gradient already holds.",
        "Each pass adds another 1 to the output; it should start from exactly 1.",
    ),
    examples={"backward": (Replace("self.grad = 1.0", "self.grad += 1.0", inside="backward"),)},
    undone_by=(Repair("seed-set"),),
)

"""Gradients of two passes over the same inputs add up.

Two graphs share their inputs and each is asked once. Nothing is cleared in between, so that the
inputs hold the sum, as they do in PyTorch.

## Worked example
At a = 2, b = 3: `u = a * b; u.backward()` leaves 3 and 2; after `v = a + b; v.backward()` they are
a.grad = 4 and b.grad = 3.

## Conventions
A `backward()` that sets the gradients of its graph to zero first leaves 1 and 1. That is accepted.
"""

from suites import Convention, Graph, Stage, Suite, at

SUITE = Suite(
    title="Two roots",
    stage=Stage.TRAINING,
    rank=20,
    graphs=(
        Graph(
            "u = a * b; u.backward(); v = a + b; v.backward()",
            at(a=2, b=3),
            tolerates=(Convention.PASSES_RESET,),
        ),
    ),
)

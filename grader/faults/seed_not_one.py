"""The pass starts from a number other than 1.

## What happens
Every gradient is too large or too small by the same factor. If the output's data is the start, then
`L = a * b` at a = 2, b = 3 gives 18 and 12 instead of 3 and 2: six times as much.

## Why
Gradients answer the question how much L changes when a node changes by a little. L changes by exactly
as much as L, whatever its data is: dL/dL = 1.

## Fix
Start from `self.grad = 1.0`.
What a node is (`data`) and how the output answers to it (`grad`) are two different numbers.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace


def _seeded(seed: str) -> tuple[Replace]:
    return (Replace("self.grad = 1.0", f"self.grad = {seed}", inside="backward"),)


FAULT = Fault(
    title="the pass starts from a number other than 1",
    layer=Layer.SEED,
    hints=(
        "Divide each of your gradients by the right one: is it the same factor everywhere?",
        "Look at the output's gradient after the pass, and at where it is set.",
        "The start of the pass is not dL/dL, and every gradient is multiplied by what stands there instead.",
    ),
    examples={
        "backward: its data": _seeded("self.data"),
        "backward: two": _seeded("2.0"),
        "backward: minus one": _seeded("-1.0"),
    },
    undone_by=(Repair("seed-one"),),
)

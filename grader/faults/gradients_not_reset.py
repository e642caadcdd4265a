"""After `zero_grad()`, the gradient of the node is not 0.

## What happens
The next pass adds to the old gradient. Run `backward()` on `a * b` with a = 2 and b = 3, call
`a.zero_grad()`, and run `backward()` on a new `a * b`: `a.grad` is 6 instead of 3. If `zero_grad()` sets
the gradient to `None`, the next `+=` raises a `TypeError`.

## Why
`zero_grad()` exists, but it does something else. It compares with `==`, assigns to a local variable,
assigns `None`, or changes `data`.

## Fix
Assign the number 0 to the attribute of the node, and do not change `data`.

    self.grad == 0.0    # ✗
    self.grad = 0.0     # ✓
"""

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Undoing, instead_of

_instead = instead_of("self.grad = 0.0", inside="zero_grad")

FAULT = Fault(
    title="`zero_grad()` does not set the gradient to 0",
    layer=Layer.STATE,
    hints=(
        "What is the gradient directly after `zero_grad()`? Has the data of the node changed?",
        "Look at each line of `zero_grad()`. Which attribute does it assign, and which value?",
        "Your `zero_grad()` does not assign the number 0 to the gradient.",
    ),
    examples={
        "zero_grad": _instead("self.grad == 0.0"),
        "zero_grad: None": _instead("self.grad = None"),
        "zero_grad: the data": _instead("self.data = 0.0"),
    },
    undone_by=(Undoing("zero-grad"),),
    signs=(FaultSign.NOT_RESET,),
    hunted=Hunted("zero_grad"),
)

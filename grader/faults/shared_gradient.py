"""Two nodes hold the same array as their gradient, and `+=` changes the array for both.

## What happens
Some gradients are too large: they also contain contributions that your code adds to another node. For
`c = a + b; d = c + a`, `b.grad` is 2 instead of 1.

## Why
`c.grad = d.grad` does not copy an array: both names now mean the same array. For an array, `+=` changes the
array itself. So a contribution that your code adds to one of the two nodes appears in the other node too.
Plain numbers are different: `+=` makes a new number and leaves the old one as it is.

## Fix
Make a new array with each addition, or store a copy of the first contribution.

    self.grad += out.grad              # ✗
    self.grad = self.grad + out.grad   # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Undoing

FAULT = Fault(
    title="Two nodes share one array as their gradient",
    layer=Layer.RULE,
    hints=(
        "Print the gradient of each node after every rule: which one changes although no rule adds to it?",
        "Look at the line that stores the first contribution: does it store a new array or an old one?",
        "Two nodes hold the same array. Your line adds to one of them with `+=`, and both change.",
    ),
    undone_by=(Undoing("unshare"), Undoing("initial-zero", "one array")),
    signs=(FaultSign.SHARED_ARRAY,),
    is_drawn=False,  # needs arrays
)

"""The step makes a new node instead of changing the number of the parameter.

## What happens
With `p = p - lr * p.grad`, the name `p` gets a new node, and the network keeps the old weight: the loss never
changes. With `p.data = Value(...)`, the data is a node and not a number, and each step makes it deeper.

## Why
An operation of two values returns a new `Value`. An assignment to a name changes no object that the network
holds.

## Fix
Assign a number to `data` of the parameter.

    p = p - lr * p.grad              # ✗
    p.data = p.data - lr * p.grad    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Undoing, instead_of

_instead = instead_of("p.data -= rate * p.grad")

FAULT = Fault(
    title="Step makes a new node instead of changing `data`",
    layer=Layer.NETWORK,
    hints=(
        "Print the data of a weight before and after one step. Is it a different number, and still a number?",
        "Look at the assignment in the step. Which object does it change?",
        "Your step assigns a new node. It should assign a number to the data of the parameter.",
    ),
    network_examples={
        "the name": _instead("p = p - rate * p.grad"),
        "in place": _instead("p -= rate * p.grad"),
        "a node as data": _instead("p.data = Value(p.data - rate * p.grad)"),
    },
    undone_by=(Undoing("step-data"),),
    signs=(FaultSign.STEP_WITHOUT_EFFECT,),
    is_drawn=False,  # no slip in `Value`
)

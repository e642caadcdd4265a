"""A rule is written and never handed to its node.

## What happens
The data is right, and the operands get nothing from this operation: for `L = tanh(a)`, `a.grad` is 0.
Where the rule is called instead of handed over, `backward()` ends with an error about `None`.

## Why
`backward()` calls the rule that is stored at each node. A function that is only defined inside the
method is gone when the method ends; one stored under another name is never asked for.

## Fix
After the rule is defined, and outside of it, store it at the result: `out._backward = _backward`,
without brackets, under the name that `backward()` calls.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS

_ATTACHED = "        out._backward = _backward\n"

FAULT = Fault(
    title="a rule is written but never attached to its node",
    layer=Layer.FORWARD,
    hints=(
        "Put a `print` into the operation's rule: does it ever appear during `backward()`?",
        "Look at the lines after the rule's definition, and at the name that `backward()` calls.",
        "The result keeps the empty rule it was born with: the one you wrote never gets to it.",
    ),
    examples={op: (Replace(_ATTACHED, "", inside=method),) for op, method in METHODS.items()}
    | {
        f"{op}: called": (Replace("= _backward\n", "= _backward()\n", inside=METHODS[op]),)
        for op in ("+", "*", "tanh")
    }
    | {
        f"{op}: under another name": (Replace("out._backward =", "out.backward =", inside=METHODS[op]),)
        for op in ("+", "*", "tanh")
    },
    undone_by=(Repair("attach"),),
    frequency=7,
    same_as=("detached_result", "rule_missing", "wrong_recipient"),
)

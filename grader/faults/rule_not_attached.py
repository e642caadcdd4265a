"""An operation defines a backward rule, but it does not store the rule in its result.

## What happens
The `data` is right, but the operands get no gradient through this operation. For `L = tanh(a)`,
`a.grad` is 0. If your code calls the rule instead of storing it, `backward()` stops with an error about
`None`.

## Why
`backward()` calls the rule that is stored in each node. A function that is only defined inside the method
is never called. The same happens if you store the rule under another name, such as `out.backward`.

## Fix
Store the rule in the result, after the definition of the rule. Write its name without parentheses, and use
the attribute that your `backward()` calls.

    out._backward = _backward()   # ✗
    out._backward = _backward     # ✓
"""

from grader.faults._fault import Fault, FaultPlace, FaultSign, Layer, Replace, Tie, Undoing
from grader.reference import METHODS

_ATTACHED = "        out._backward = _backward\n"

FAULT = Fault(
    title="A backward rule is never attached to its node",
    layer=Layer.FORWARD,
    hints=(
        "Put a `print` into the rule of this operation: does it print anything during `backward()`?",
        "Look at the lines after the definition of the rule, and at the name that `backward()` calls.",
        "Your method does not store the rule itself in the result. Store it by its name: `()` would call it.",
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
    frequency=7,
    undone_by=(Undoing("attach"),),
    signs=(FaultSign.NO_RULE_CALLED, FaultSign.NOTHING_ARRIVES, FaultSign.DOES_NOT_RUN),
    place=FaultPlace.HEAD,
    is_habit=True,
    tie=Tie.NOTHING_SENT,
)

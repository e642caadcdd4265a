"""Gradients are set to zero while they are still needed.

## What happens
Shares disappear. If each rule starts with clearing its operands, `c = a * b; d = a + b; e = c + d` leaves
only what the last rule has paid in; if an operation clears its operands, using `a` in a new
expression makes the `a.grad` of an earlier pass 0.

## Why
Within a pass a gradient is a sum in the making. Whoever clears it between two shares takes away the
first; whoever clears a node before its rule has run leaves nothing to hand on.

## Fix
Take the reset out of the rules, out of the operations and out of the walk. Gradients are cleared between
passes: at the start of `backward()`, or by the caller.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

_RUN = "node._backward()"
_PARENTS = f"for parent in node._prev: parent.grad = 0.0\n            {_RUN}"


def _built(method: str) -> tuple[Replace]:
    return (Replace("out = Value(", "self.grad = other.grad = 0.0; out = Value(", inside=method),)


FAULT = Fault(
    title="gradients are set to zero while they are still needed",
    layer=Layer.STATE,
    hints=(
        "Print `a.grad` after each rule of `c = a * b; d = a + b; e = c + d`: does it ever fall back to 0?",
        "Look for every line that sets a gradient to zero: when does it run, and for which nodes?",
        "A gradient is cleared between two shares, or before it is handed on.",
    ),
    examples={
        "backward: operands before each rule": (Replace(_RUN, _PARENTS, inside="backward"),),
        "backward: each before its rule": (
            Replace(_RUN, f"node.grad = 0.0\n            {_RUN}", inside="backward"),
        ),
        "backward: each after its rule": (
            Replace(_RUN, f"{_RUN}\n            node.grad = 0.0", inside="backward"),
        ),
        "+": _built("__add__"),
        "*": _built("__mul__"),
    },
    undone_by=(Repair("no-reset"),),
    frequency=2,
    same_as=("seed_missing",),
)

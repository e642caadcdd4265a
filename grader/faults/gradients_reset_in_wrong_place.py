"""Gradients are set to 0 while they are still needed.

## What happens
Contributions are lost. If each backward rule first sets the gradients of its operands to 0, only the last
contribution remains: for `c = a * b; d = a + b; e = c + d` with a = 2 and b = 3, `a.grad` is 3 or 1 instead
of 3 + 1 = 4. If an operation sets the gradients of its operands to 0, a new expression with `a` deletes the
`a.grad` of an earlier pass. If training sets them to 0 between `backward()` and the step, no weight moves.

## Why
During the backward pass, a gradient is a sum that is not complete. A reset between two contributions
deletes the first one. A reset before the rule of the node leaves nothing to pass on.

## Fix
Remove the reset from the backward rules, from the operations and from the loop over the nodes. Reset
gradients only between two passes: at the start of `backward()` or in `zero_grad()`.
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Tie, Undoing

_RUN = "node._backward()"
_PARENTS = f"for parent in node._prev: parent.grad = 0.0\n            {_RUN}"


def _built(method: str) -> tuple[Replace]:
    return (Replace("out = Value(", "self.grad = other.grad = 0.0; out = Value(", inside=method),)


FAULT = Fault(
    title="Gradients are set to 0 while they are still needed",
    layer=Layer.STATE,
    hints=(
        "Print the gradient after each backward rule. Does it go back to 0?",
        "Find every line that sets a gradient to 0. When does it run, and for which nodes?",
        (
            "Your code sets a gradient to 0 too early: before the last contribution is added, or before the "
            "gradient is used."
        ),
    ),
    examples={
        "backward: operands before each rule": (Replace(_RUN, _PARENTS, inside="backward"),),
        "backward: node before its rule": (
            Replace(_RUN, f"node.grad = 0.0\n            {_RUN}", inside="backward"),
        ),
        "backward: node after its rule": (
            Replace(_RUN, f"{_RUN}\n            node.grad = 0.0", inside="backward"),
        ),
        "+": _built("__add__"),
        "*": _built("__mul__"),
    },
    frequency=2,
    undone_by=(Undoing("no-reset"),),
    signs=(FaultSign.RESET_IN_A_PASS, FaultSign.CLEARED_BEFORE_STEP),
    is_habit=True,
    tie=Tie.SEED,
)

"""A flag says that a result needs no gradient, or that it is a leaf, and the backward pass ends there.

## What happens
Values with a flag, such as `requires_grad`, get a gradient only where it is set. For `b = a + 1; c = b * 4`,
the plain number 1 becomes a node without the flag. If `b` has the flag only where both operands have it, its
gradient stays 0, and so does `a.grad`, which should be 4.

## Why
A result needs a gradient as soon as *one* of its operands needs one: the gradient of this operand goes
through it. A constant flag, the flag of one operand alone, or `and` instead of `or` ends the backward pass
there. So does `is_leaf = True` for every node: a result is no leaf, and its rule has to run.

## Fix
Set the flag of a result where any of its operands has it.

    needs = self.requires_grad and other.requires_grad   # ✗
    needs = self.requires_grad or other.requires_grad    # ✓
"""

from grader.faults._fault import Fault, FaultPlace, Layer, Replace, Undoing
from grader.reference import METHODS
from suites import BINARY

_FLAG = (
    Replace('op: str = "")', 'op: str = "", needs_grad: bool = True)', inside="__init__"),
    Replace("self._op = op", "self._op, self.needs_grad = op, needs_grad", inside="__init__"),
    Replace("Value(other)", "Value(other, needs_grad=False)"),
    Replace("self.grad +=", "if self.needs_grad: self.grad +="),
)


def _results(op: str) -> Replace:
    """A result of this operation has the flag where both operands have it."""
    made = f'(self, other), "{op}"'
    return Replace(f"{made})", f"{made}, self.needs_grad and other.needs_grad)", inside=METHODS[op])


FAULT = Fault(
    title="A flag of a result ends the backward pass",
    layer=Layer.FORWARD,
    hints=(
        "Print the flag of each node of this graph. Which nodes should get a gradient, and which do?",
        "Look at the flag that the operation gives to its result.",
        "A result is no leaf, and it needs a gradient as soon as one of its operands needs one.",
    ),
    # Of the others, no graph of a suite has a plain number beside a node that is a result.
    examples={op: (*_FLAG, _results(op)) for op in ("+", "*")}
    | {"everywhere": (*_FLAG, *map(_results, BINARY))},
    undone_by=(Undoing("gradient-flag"),),
    shown_by=("c = a + 1; d = c * b",),
    place=FaultPlace.NUMBER,
    is_habit=True,
)

r"""The backward rule of a sum multiplies by `data`, as the rule of a product does.

## What happens
For `z = x + y` at x = 3, y = 5, `x.grad` is 5 instead of 1, or `y.grad` is 3 instead of 1, or both.

## Why
If x grows by 0.001, `x + y` also grows by 0.001, for every y. So the local derivative of a sum is 1 for
each operand.

$$ \frac{\partial z}{\partial x} = 1, \quad \frac{\partial z}{\partial y} = 1 $$

## Fix
Add the upstream gradient, unchanged, to both operands.

    self.grad += out.grad
    other.grad += out.grad
"""

from grader.faults._fault import Fault, Formula, Hunted, Layer, Replace, Says, Undoing
from grader.reference import rule_statement

_LEFT = Replace(rule_statement("+", 0), "self.grad += other.data * out.grad", inside="__add__")
_RIGHT = Replace(rule_statement("+", 1), "other.grad += self.data * out.grad", inside="__add__")

FAULT = Fault(
    title="Wrong derivative of a sum: the rule of a product",
    layer=Layer.RULE,
    hints=(
        "At x = 3 and y = 5, how much does `x + y` grow if x grows by 0.001?",
        "Compare the backward rules of `+` and `*`: what should be different?",
        "Your rule multiplies by the other operand's `data`. In a sum, each local derivative is 1.",
    ),
    examples={"+": (_LEFT, _RIGHT), "+: left operand": (_LEFT,), "+: right operand": (_RIGHT,)},
    frequency=1,
    undone_by=(Undoing("rule", operations=("+",), says=Says.PLACE),),
    sends=(
        Formula(lambda s, operand: s.operands[1 - operand] * s.arriving, ("+", "-")),
        Formula(lambda s, operand: -s.operands[1 - operand] * s.arriving, ("-",)),
    ),
    hunted=Hunted("+"),
)

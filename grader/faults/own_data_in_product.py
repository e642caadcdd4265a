"""The backward rule of a product uses another node's `data` instead of the other operand's.

## What happens
For `z = x * y` at x = 3, y = 5, `x.grad` is 3 instead of 5, or `y.grad` is 5 instead of 3, or both.
The graph `a * a` does not show this, because both operands are the same. If the rule uses `out.data`,
`x.grad` is 15.

## Why
If x grows by 0.001, `x * y` grows by y * 0.001. So the local derivative with respect to x is y, the `data`
of the other operand.

## Fix
Multiply the upstream gradient by the `data` of the other operand.

    self.grad += other.data * out.grad
    other.grad += self.data * out.grad
"""

from grader.faults._fault import Fault, FaultSign, Formula, Hunted, Layer, Replace, Says, Undoing
from grader.reference import rule_statement

_LEFT = Replace(rule_statement("*", 0), "self.grad += self.data * out.grad", inside="__mul__")
_RIGHT = Replace(rule_statement("*", 1), "other.grad += other.data * out.grad", inside="__mul__")

FAULT = Fault(
    title="A product's backward rule reads the wrong `data`",
    layer=Layer.RULE,
    hints=(
        "At x = 3 and y = 5, how much does `x * y` grow if x grows by 0.001?",
        "Look at the rule of `*`: for each operand, whose `data` is the factor?",
        "Your rule multiplies by the `data` of a wrong node. It must use the `data` of the other operand.",
    ),
    examples={"*": (_LEFT, _RIGHT), "*: left operand": (_LEFT,), "*: right operand": (_RIGHT,)},
    undone_by=(
        Undoing("other-operand", operations=("*",)),
        Undoing("rule", "own-data", says=Says.PLACE),
        Undoing("rule", "result-data"),
    ),
    signs=(FaultSign.DATA_AS_FACTOR,),
    sends=(
        Formula(lambda s, operand: s.operands[operand] * s.arriving, ("*",)),
        Formula(lambda s, _: s.result * s.arriving, ("*",)),
    ),
    hunted=Hunted("*"),
)

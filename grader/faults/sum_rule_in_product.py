"""The backward rule of a product adds the upstream gradient unchanged, as the rule of a sum does.

## What happens
For `z = x * y` at x = 3, y = 5, `x.grad` is 1 instead of 5, or `y.grad` is 1 instead of 3, or both. If the
other operand is 1, the gradient is right by chance.

## Why
If x grows by 0.001, `x * y` grows by y * 0.001. So in a product the local derivative is the `data` of the
other operand. Only in a sum is it 1.

## Fix
Multiply the upstream gradient by the `data` of the other operand.

    self.grad += other.data * out.grad
    other.grad += self.data * out.grad
"""

from grader.faults._fault import Fault, FaultSign, Formula, Hunted, Layer, Replace, Says, Undoing
from grader.reference import rule_statement

_LEFT = Replace(rule_statement("*", 0), "self.grad += out.grad", inside="__mul__")
_RIGHT = Replace(rule_statement("*", 1), "other.grad += out.grad", inside="__mul__")

FAULT = Fault(
    title="Wrong derivative of a product: the rule of a sum",
    layer=Layer.RULE,
    hints=(
        "At x = 3 and y = 5, how much does `x * y` grow if x grows by 0.001?",
        "Compare the backward rules of `*` and `+`: what should be different?",
        "Your rule does not multiply by `data`. In a product, the other operand's `data` is a factor.",
    ),
    examples={"*": (_LEFT, _RIGHT), "*: left operand": (_LEFT,), "*: right operand": (_RIGHT,)},
    frequency=1,
    undone_by=(Undoing("rule", operations=("*",), says=Says.PLACE),),
    signs=(FaultSign.UPSTREAM_ALONE,),
    sends=(Formula(lambda s, _: s.arriving, ("*",)),),
    hunted=Hunted("*"),
)

"""A power treats an exponent that is a node as a plain number.

## What happens
For `L = a ** b` with a = 2 and b = 3, `a.grad` is right. `b.grad` is 0 instead of 8 * log(2) = 5.545, and
there is no error message. `2 ** b` has the same problem.

## Why
The result depends on the exponent too, so the exponent has its own local derivative. Your code reads the
data of the exponent and forgets the node.

## Fix
Record the exponent as an operand and add its contribution. The logarithm needs a positive base. If your
assignment allows only plain numbers as exponents, you can refuse a node with `assert` instead.

    other.grad += out.data * math.log(self.data) * out.grad
"""

from grader.faults._fault import Fault, Formula, Layer, Replace, Says, Undoing
from grader.reference import rule_statement

_WRAP = "other = other if isinstance(other, Value) else Value(other)"

FAULT = Fault(
    title="The gradient of the exponent is missing",
    layer=Layer.REFLECTED,
    hints=(
        "Use a node as the exponent. Is its gradient 0 after `backward()`?",
        (
            "Look at what the power operation does with an exponent that is a node. Which line changes the "
            "gradient of the exponent?"
        ),
        "Your code uses the exponent as a plain number, so the exponent receives no gradient.",
    ),
    examples={
        "**": (Replace(rule_statement("**", 1), "pass", inside="__pow__"),),
        "**: data taken out": (Replace(_WRAP, "other = Value(getattr(other, 'data', other))", "__pow__"),),
    },
    frequency=10,
    undone_by=(
        Undoing("exponent"),
        Undoing("parents", operations=("**",), operand=1, says=Says.PLACE),
        Undoing("contribute", operations=("**",), operand=1),
        Undoing("add-rule", operations=("**",), operand=1, says=Says.PLACE),
    ),
    sends=(Formula(lambda _, __: 0.0, ("**",), 1),),
)

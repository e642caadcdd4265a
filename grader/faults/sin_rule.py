r"""The backward rule of sin does not compute `cos(a)`.

## What happens
For `sin(a)` at a = 0.8 the gradient should be cos(0.8) = 0.697. With `-cos(a)` it is -0.697. With the result
of sin it is 0.717. With the cosine of the result, cos(0.717), it is 0.754.

## Why
The derivative of sin at a is cos(a). It is 1 at the input 0, where the curve is steepest, and 0 at the top of
the curve. The minus sign belongs to the derivative of cos, which is -sin.

$$ \frac{d}{da}\,\sin(a) = \cos(a) $$

## Fix
Use the cosine of the operand's `data`, without a minus sign.

    self.grad += math.cos(self.data) * out.grad
"""

from grader.faults._fault import Fault, Hunted, Layer, Says, Undoing, instead_of

_slope = instead_of("math.cos(self.data)", inside="sin")

FAULT = Fault(
    title="Wrong derivative of sin",
    layer=Layer.UNARY,
    hints=(
        "What is the derivative of sin at 0 and at 3, and what does your rule give there?",
        "Look at the formula in the rule: the function, its sign, and whose `data` it reads.",
        "Your formula is not cos(a), where a is the input of sin.",
    ),
    examples={
        "sin: the result": _slope("out.data"),
        "sin: of the result": _slope("math.cos(out.data)"),
        "sin: as cos": _slope("-math.sin(self.data)"),
        "sin: negated": _slope("-math.cos(self.data)"),
    },
    undone_by=(Undoing("rule", operations=("sin",), says=Says.PLACE),),
    hunted=Hunted("sin: the result"),
)

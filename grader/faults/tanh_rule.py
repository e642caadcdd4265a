r"""The backward rule of tanh does not compute `1 - t**2`.

## What happens
For `tanh(a)` at a = 0.8, t is 0.664 and the gradient should be 1 - 0.664 ** 2 = 0.559. With `1 - t` it is
0.336. With `1 + t**2` it is 1.441. With the input instead of the result, `1 - a**2`, it is 0.36.

## Why
The derivative of tanh is 1 - t**2, where t is the result of tanh, not its input. It is 1 at the input 0,
and near 0 where t is near 1 or -1.

$$ \frac{d}{da}\,\tanh(a) = 1 - t^2 $$

## Fix
Use the result of tanh, `out.data`, in the formula.

    t = out.data
    self.grad += (1 - t**2) * out.grad
"""

from grader.faults._fault import Fault, Hunted, Layer, Says, Undoing, instead_of

_slope = instead_of("(1 - out.data**2)", inside="tanh")

FAULT = Fault(
    title="Wrong derivative of tanh",
    layer=Layer.UNARY,
    hints=(
        "What is the derivative of tanh at 0 and at 3, and what does your rule give there?",
        "Look at the formula in the rule: the sign, the square, and whose `data` it reads.",
        "Your formula is not 1 - t**2, where t is the result of tanh.",
    ),
    examples={
        "tanh: square lost": _slope("(1 - out.data)"),
        "tanh: plus": _slope("(1 + out.data**2)"),
        "tanh: of the input": _slope("(1 - self.data**2)"),
        "tanh: negated": _slope("(out.data**2 - 1)"),
        "tanh: as sigmoid": _slope("out.data * (1 - out.data)"),
        "tanh: second derivative": _slope("-2 * out.data * (1 - out.data**2)"),
    },
    frequency=1,
    undone_by=(Undoing("rule", operations=("tanh",), says=Says.PLACE),),
    hunted=Hunted("tanh: square lost"),
)

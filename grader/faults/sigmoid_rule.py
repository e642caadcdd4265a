r"""The backward rule of sigmoid does not compute `s * (1 - s)`.

## What happens
For `sigmoid(a)` at a = 0.8, s is 0.690 and the gradient should be 0.690 * 0.310 = 0.214. With `1 - s` it is
0.310. With `s * (1 + s)` it is 1.166. With the formula of tanh, `1 - s**2`, it is 0.524.

## Why
The derivative of sigmoid is s * (1 - s), where s is the result of sigmoid, not its input. It is largest at
the input 0, where s = 0.5 and the derivative is 0.25. It is near 0 where s is near 0 or 1.

$$ \frac{d}{da}\,\sigma(a) = s \cdot (1 - s) $$

## Fix
Use the result of sigmoid, `out.data`, in both factors.

    s = out.data
    self.grad += s * (1 - s) * out.grad
"""

from grader.faults._fault import Fault, Hunted, Layer, Says, Undoing, instead_of

_slope = instead_of("out.data * (1 - out.data)", inside="sigmoid")

FAULT = Fault(
    title="Wrong derivative of sigmoid",
    layer=Layer.UNARY,
    hints=(
        "What is the derivative of sigmoid at 0 and at 3, and what does your rule give there?",
        "Look at the formula in the rule: the sign, the two factors, and whose `data` it reads.",
        "Your formula is not s * (1 - s), where s is the result of sigmoid.",
    ),
    examples={
        "sigmoid: one factor": _slope("(1 - out.data)"),
        "sigmoid: the result": _slope("out.data"),
        "sigmoid: plus": _slope("out.data * (1 + out.data)"),
        "sigmoid: as tanh": _slope("(1 - out.data**2)"),
        "sigmoid: of the input": _slope("self.data * (1 - self.data)"),
        "sigmoid: negated": _slope("out.data * (out.data - 1)"),
    },
    frequency=1,
    undone_by=(Undoing("rule", operations=("sigmoid",), says=Says.PLACE),),
    hunted=Hunted("sigmoid: one factor"),
)

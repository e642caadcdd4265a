r"""The factor in the backward rule of relu is not 1 for positive and 0 for negative inputs.

## What happens
For `L = relu(a) * 3`, `a.grad` should be 3 at a = 2 and 0 at a = -2. With `out.data >= 0` as the factor, it
is 3 at both points. With `out.data` as the factor, it is 2 * 3 = 6 at a = 2.

## Why
For a positive input, relu returns the input, so its derivative is 1. For a negative input, relu returns 0,
so its derivative is 0. The result of relu is never negative, so `out.data >= 0` is always true.

$$ \frac{d}{da}\,\operatorname{relu}(a) = \begin{cases}1 & a > 0 \\ 0 & a < 0\end{cases} $$

## Fix
Use a condition with `>` as the factor. At exactly 0, the derivatives 0 and 1 are both accepted.

    self.grad += (out.data >= 0) * out.grad   # ✗
    self.grad += (out.data > 0) * out.grad    # ✓
"""

from grader.faults._fault import Fault, Hunted, Layer, Says, Undoing, instead_of

_slope = instead_of("(out.data > 0)", inside="relu")

FAULT = Fault(
    title="Wrong derivative of relu",
    layer=Layer.UNARY,
    hints=(
        "What should `a.grad` be for `relu(a) * 3` at a = 2 and at a = -2, and what does your class give?",
        "Look at the factor in the rule of relu: what is it for a positive and for a negative input?",
        "In your rule, the factor is not 1 for positive inputs and 0 for negative inputs.",
    ),
    examples={
        "relu: always open": _slope("(out.data >= 0)"),
        "relu: the other way round": _slope("(out.data <= 0)"),
        "relu: the data": _slope("out.data"),
        "relu: above 1": _slope("(out.data > 1)"),
        "relu: as tanh": _slope("(1 - out.data**2)"),
    },
    frequency=5,
    undone_by=(Undoing("rule", operations=("relu",), says=Says.PLACE),),
    hunted=Hunted("relu: always open", is_usual=True),
)

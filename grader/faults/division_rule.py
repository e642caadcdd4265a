r"""The backward rule of a division uses a wrong derivative.

## What happens
For `L = a / b` with a = 3 and b = 4, `a.grad` should be 1/4 = 0.25 and `b.grad` should be -3/16 = -0.1875.
Typical wrong numbers for `b.grad` are 0.1875 (the minus is missing), -0.75 (the square is missing) and
-0.0625 (the numerator is missing).

## Why
`a / b` is a product, `a * (1 / b)`. Its derivative with respect to `a` is `1 / b`. The derivative of
`1 / b` is `-1 / b**2`, so the derivative with respect to `b` is `-a / b**2`.

$$ \frac{\partial L}{\partial a} = \frac{1}{b}, \quad \frac{\partial L}{\partial b} = -\frac{a}{b^2} $$

## Fix
Write one line for each operand:

    self.grad += 1 / other.data * out.grad
    other.grad += -self.data / other.data**2 * out.grad
"""

from grader.faults._fault import Fault, Hunted, Layer, Replace, Says, Undoing

_LEFT = "1 / other.data *"
_RIGHT = "-self.data / other.data**2"


def _slope(right: str, slope: str) -> tuple[Replace]:
    return (Replace(right, slope, inside="__truediv__"),)


FAULT = Fault(
    title="Wrong derivative of a quotient",
    layer=Layer.UNARY,
    hints=(
        "Calculate both derivatives of `a / b` by hand. Which of your two gradients is different?",
        "Look at the sign, the square and the numerator in the backward rule of the division.",
        (
            "Your backward rule uses a wrong derivative: a sign, a square or a numerator is missing or in "
            "the wrong place."
        ),
    ),
    examples={
        "/: no minus": _slope(_RIGHT, "self.data / other.data**2"),
        "/: no square": _slope(_RIGHT, "-self.data / other.data"),
        "/: no numerator": _slope(_RIGHT, "-1 / other.data**2"),
        "/: inverted": _slope(_RIGHT, "-(other.data**2) / self.data"),
        "/: as a product": _slope(_RIGHT, "self.data"),
        "/: numerator multiplied": _slope(_LEFT, "other.data *"),
        "/: numerator unchanged": _slope(_LEFT, ""),
    },
    frequency=1,
    undone_by=(
        Undoing("rule", operations=("/",), says=Says.PLACE),
        Undoing("other-operand", operations=("/",)),
    ),
    hunted=Hunted("/: no minus"),
)

"""The neuron adds its bias more than once.

## What happens
The weighted sum is too large by the bias. With all inputs 0 and a bias of 0.5 it is 1 or more instead of 0.5.
The gradient of the bias is too large as well, so training moves the bias too far.

## Why
The sum starts at the bias, and the bias is added to it again. Or each term of the sum has the bias, so it is
added once for each input. The code runs without an error, so nothing but the numbers shows it.

## Fix
Start the sum at the bias, or add the bias after the sum. Do only one of the two.

    act = sum((w * x for w, x in zip(self.w, xs)), self.b) + self.b  # ✗
    act = sum((w * x for w, x in zip(self.w, xs)), self.b)           # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing

FAULT = Fault(
    title="Bias added more than once in a neuron",
    layer=Layer.NETWORK,
    hints=(
        "Call your neuron with all inputs 0: what should it return, and what does it return?",
        "Look at the lines that compute the weighted sum. How often does each of them use the bias?",
        "Your neuron adds its bias to the weighted sum more than once.",
    ),
    network_examples={
        "for each input": (
            Replace("total = total + weight * value", "total = total + weight * value + self.bias"),
            Replace("total = self.bias", "total = Value(0.0)"),
        ),
        "behind the sum": (
            Replace(
                "total = total + weight * value\n",
                "total = total + weight * value\n        total = total + self.bias\n",
            ),
        ),
    },
    undone_by=(Undoing("bias-once"),),
    is_drawn=False,  # no slip in `Value`
)

"""The neuron does not add its bias.

## What happens
With all inputs 0, the weighted sum of a neuron is its bias. Without the bias it is 0, for every weight, so
the output is tanh(0) = 0. The gradient of the bias stays 0, and training never changes it.

## Why
The weighted sum starts at 0 and not at the bias, or the constructor creates no bias, or a bias that is a
plain number and no node. The code runs without an error either way.

## Fix
Let the sum start at the bias.

    act = sum(w * x for w, x in zip(self.w, xs))            # ✗
    act = sum((w * x for w, x in zip(self.w, xs)), self.b)  # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

_NO_BIAS = (
    Replace("        self.bias = Value(0.0)\n", ""),
    Replace("total = self.bias", "total = Value(0.0)"),
    Replace("[*self.weights, self.bias]", "self.weights"),
)

FAULT = Fault(
    title="Bias not added in a neuron",
    layer=Layer.NETWORK,
    hints=(
        "Call your neuron with all inputs 0: what should it return, and what does it return?",
        "Look at the line that computes the weighted sum. At which number does the sum start?",
        "Your neuron does not add its bias to the weighted sum.",
    ),
    network_examples={
        "the sum starts at 0": (Replace("total = self.bias", "total = Value(0.0)"),),
        "there is none": _NO_BIAS,
    },
    undone_by=(Undoing("bias"),),
    signs=(FaultSign.WITHOUT_BIAS,),
    is_always_seen=True,
    is_drawn=False,  # no slip in `Value`
)

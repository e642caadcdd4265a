"""A neuron adds up its weights times its inputs and its bias, and puts a nonlinear function around the sum.

We make `Neuron(3)`, give its weights and its bias the numbers of the graph, and call it on a list of three
numbers. Then we call `backward()` on its output.

## Worked example
At w = [0.5, -0.4, 0.3], b = 0.2 and x = [1, -1.5, 0.5] the sum is 0.5 + 0.6 + 0.15 + 0.2 = 1.45. With tanh
the output is 0.895693, and its local derivative is 1 - 0.895693² = 0.197734. So w1.grad = 0.197734,
w2.grad = -0.296601 and b.grad = 0.197734.

## If it fails
If only `b.grad` is 0, or is not there, the bias is missing in the sum. If the gradients of the weights are
mixed up, weights and inputs are not paired one by one, as `zip(self.w, x)` does.

## Conventions
tanh, relu, sigmoid or no function at all: we measure which one your neuron uses, and compare with that one.
We find the weights and the bias by their effect on the output, so you can name them as you like.
"""

from suites import Ask, AskedNetwork, NetworkPart, Stage, Suite, network_graph
from suites._suite import Drive

_NUMBERS = (0.5, -0.4, 0.3, 0.2, 1.0, -1.5, 0.5)
_FAR = (0.5, -0.4, 0.3, 0.2, 2.0, -3.0, 1.0)
"""Inputs at which the sum is 2.7: a number that a neuron cuts off at 1 or 2 shows there."""
_OUTPUTS = AskedNetwork(NetworkPart.NEURON, Ask.OUTPUTS, (3, 1))
_GRADIENTS = AskedNetwork(NetworkPart.NEURON, Ask.GRADIENTS, (3, 1))

SUITE = Suite(
    title="Neuron class",
    stage=Stage.NETWORK,
    rank=10,
    drive=Drive.NETWORK,
    layouts=False,
    graphs=(
        network_graph(_OUTPUTS, _NUMBERS, _FAR, title="Neuron(3): output"),
        network_graph(_GRADIENTS, _NUMBERS, title="Neuron(3): gradients"),
    ),
)

"""A layer is several neurons with weights of their own, each called on the same inputs.

We make `Layer(2, 3)`, give its parameters the numbers of the graph, and call it on a list of two numbers. In
the second graph we add up the three outputs, each with a factor of its own, and call `backward()` on the sum.

## Worked example
The first neuron has the weights 0.5 and 0.4 and the bias 0.1. At x = [1, 0.5] its sum is
0.5 + 0.2 + 0.1 = 0.8, and with tanh its output is 0.664037. Its factor in the second graph is 2, so
b1.grad = 1.11811 and w1_1.grad = 1.11811. Parameters are named by neuron, then by input: w1_2 belongs to the
first neuron and to the second input.

## If it fails
If gradients of several neurons add up in one weight, the neurons share their weights: `[Neuron(n)] * m` makes
one neuron and lists it m times.

## Conventions
A layer of one neuron may return the node itself or a list with it. Names of attributes are free.
"""

from suites import Ask, AskedNetwork, NetworkPart, Stage, Suite, network_graph
from suites._suite import Drive

_NUMBERS = (0.5, 0.4, 0.1, -0.3, 0.9, 0.2, 0.6, -0.7, -0.6, 1.0, 0.5)
_OUTPUTS = AskedNetwork(NetworkPart.LAYER, Ask.OUTPUTS, (2, 3))
_GRADIENTS = AskedNetwork(NetworkPart.LAYER, Ask.GRADIENTS, (2, 3))

SUITE = Suite(
    title="Layer class",
    stage=Stage.NETWORK,
    rank=20,
    drive=Drive.NETWORK,
    layouts=False,
    graphs=(
        network_graph(_OUTPUTS, _NUMBERS, title="Layer(2, 3): outputs"),
        network_graph(_GRADIENTS, _NUMBERS, title="Layer(2, 3): gradients"),
    ),
)

"""A network calls its layers one after the other: the outputs of one are the inputs of the next.

We make `MLP(2, [3, 1])`, give its parameters the numbers of the graph, and call it on a list of two numbers.
Parameters are named by layer, by neuron and by input: w1_2_1 belongs to the first layer, its second neuron
and its first input; b2_1 is the bias of the output.

## Worked example
With tanh everywhere, the three hidden outputs are 0.664037, -0.379949 and 0.291313. The output's sum is
0.4 * 0.664037 + 0.6 * -0.379949 - 1.2 * 0.291313 - 0.3 = -0.61193, and the output is -0.545484. So
b2_1.grad = 0.702447.

## If it fails
If the output is exactly 0, the last layer uses relu: then it can never be negative, and the network cannot
learn the target -1. If the hidden layer has no function at all, the output is wrong too: then several layers
can do no more than one.

## Conventions
The hidden layers may use tanh, relu or sigmoid. The last layer may use tanh, sigmoid or no function at all.
"""

from suites import Ask, AskedNetwork, NetworkPart, Stage, Suite, network_graph
from suites._suite import Drive

_HIDDEN = (0.5, 0.4, 0.1, -0.8, 0.4, 0.2, 0.6, -0.4, -0.1)
_NUMBERS = (*_HIDDEN, 0.4, 0.6, -1.2, -0.3, 1.0, 0.5)
_OUTPUTS = AskedNetwork(NetworkPart.NETWORK, Ask.OUTPUTS, (2, 3, 1))
_GRADIENTS = AskedNetwork(NetworkPart.NETWORK, Ask.GRADIENTS, (2, 3, 1))

SUITE = Suite(
    title="Network class",
    stage=Stage.NETWORK,
    rank=30,
    drive=Drive.NETWORK,
    layouts=False,
    graphs=(
        network_graph(_OUTPUTS, _NUMBERS, title="MLP(2, [3, 1]): output"),
        network_graph(_GRADIENTS, _NUMBERS, title="MLP(2, [3, 1]): gradients"),
    ),
)

"""One step of gradient descent moves every parameter against its gradient, by the learning rate.

We give the parameters of `MLP(2, [2, 1])` and their gradients the numbers of the graph, and make one step
with the learning rate 0.1.

## Worked example
A weight of 0.5 with a gradient of 0.8 becomes 0.5 - 0.1 * 0.8 = 0.42. No gradient is computed
here; that of `b2_1 - 0.1 * g_b2_1` alone would be b2_1.grad = 1.

## If it fails
A parameter that went the other way was moved by `+=`: the loss grows. One that did not move is missing in
`parameters()`, or the step assigns to the name of the loop (`p = p - ...`) and not to `p.data`.

## Conventions
An optimiser with `step()`, a method of the network or a function that takes the learning rate. If your
training loop makes the step, we read it there without running it, and the learning rate is free.
"""

from suites import Ask, AskedNetwork, NetworkPart, Stage, Suite, network_graph
from suites._suite import Drive

_PARAMETERS = (0.5, 0.4, 0.1, -0.8, 0.4, 0.2, 0.6, -1.2, -0.3)
_GRADIENTS = (0.8, -0.3, 0.6, 0.7, 1.1, -0.9, 0.4, 1.3, -0.5)

SUITE = Suite(
    title="One step of gradient descent",
    stage=Stage.NETWORK,
    rank=70,
    drive=Drive.NETWORK,
    layouts=False,
    graphs=(
        network_graph(
            AskedNetwork(NetworkPart.NETWORK, Ask.STEP, (2, 2, 1)),
            (*_PARAMETERS, *_GRADIENTS),
            title="MLP(2, [2, 1]): one step",
        ),
    ),
)

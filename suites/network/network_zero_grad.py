"""After `zero_grad()`, the gradient of every parameter of the network is 0.

Gradients accumulate from pass to pass. So a training loop sets them to 0 before each backward pass, and
`zero_grad()` has to reach every parameter of every layer.

## Worked example
In the first graph we call `backward()` on the output and then `zero_grad()`: every gradient is 0, also
b2_1.grad = 0. In the second graph we then call the network and `backward()` once more: with tanh everywhere,
b2_1.grad = 0.702447, as after a single pass.

## If it fails
A gradient of twice the size was not reset. It may belong to a parameter that `parameters()` does not list.

## Conventions
A method of the network or of an optimiser, or a function of the module. `None` in place of 0 is accepted if
the next pass works. If your training loop resets them, we read it there without running it. Between the two
passes we reset nothing if your training loop resets nothing.
"""

from suites import Ask, AskedNetwork, NetworkPart, Stage, Suite, network_graph
from suites._suite import Drive

_HIDDEN = (0.5, 0.4, 0.1, -0.8, 0.4, 0.2, 0.6, -0.4, -0.1)
_NUMBERS = (*_HIDDEN, 0.4, 0.6, -1.2, -0.3, 1.0, 0.5)

SUITE = Suite(
    title="zero_grad() of a network",
    stage=Stage.NETWORK,
    rank=50,
    drive=Drive.NETWORK,
    layouts=False,
    graphs=(
        network_graph(
            AskedNetwork(NetworkPart.NETWORK, Ask.ZERO_GRAD, (2, 3, 1)),
            _NUMBERS,
            title="MLP(2, [3, 1]): every gradient is 0",
        ),
        network_graph(
            AskedNetwork(NetworkPart.NETWORK, Ask.TWO_PASSES, (2, 3, 1)),
            _NUMBERS,
            title="MLP(2, [3, 1]): the next pass starts from 0",
        ),
    ),
)

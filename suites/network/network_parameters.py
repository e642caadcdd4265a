"""`parameters()` lists every weight and every bias once.

We add 1 to the data of each entry, as an optimiser would go through them, and look at the weights and biases
in the network afterwards: each of them has to be larger by 1.

## Worked example
A neuron with the weights 0.5, -0.4 and 0.3 and the bias 0.2 must have 1.5, 0.6, 1.3 and 1.2 afterwards.
No gradient is computed here; that of `b + 1` alone would be b.grad = 1.

## If it fails
A number that has not changed belongs to a parameter that is missing, most often the bias or a whole layer. A
number that is larger by 2 belongs to one that is listed twice.

## Conventions
A method, a property or a function of the module; a list, a tuple or a generator. Its name is free.
"""

from suites import Ask, AskedNetwork, NetworkPart, Stage, Suite, network_graph
from suites._suite import Drive

_HIDDEN = (0.5, 0.4, 0.1, -0.8, 0.4, 0.2, 0.6, -0.4, -0.1)

SUITE = Suite(
    title="parameters()",
    stage=Stage.NETWORK,
    rank=40,
    drive=Drive.NETWORK,
    layouts=False,
    graphs=(
        network_graph(
            AskedNetwork(NetworkPart.NEURON, Ask.PARAMETERS, (3, 1)),
            (0.5, -0.4, 0.3, 0.2),
            title="Neuron(3): every parameter once",
        ),
        network_graph(
            AskedNetwork(NetworkPart.NETWORK, Ask.PARAMETERS, (2, 3, 1)),
            (*_HIDDEN, 0.4, 0.6, -1.2, -0.3),
            title="MLP(2, [3, 1]): every parameter once",
        ),
    ),
)

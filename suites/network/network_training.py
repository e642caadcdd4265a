"""A network that is trained on two samples learns them: its loss becomes small.

We train `MLP(2, [2, 1])` by gradient descent: 20 steps with the learning rate 0.1 on the sum of two squared
differences. Only the network's output, `parameters()` and `backward()` are used, so a mistake in a loss or a
step of your own costs nothing here. Afterwards each parameter is compared.

## Worked example
The targets are -0.8 and 0.6. With tanh everywhere, the loss is 1.982 at first and 0.045 after 20 steps. In
the first backward pass, the bias of the output gets b2_1.grad = 0.526219.

## If it fails
If some parameters did not move, `parameters()` does not list them. If all are off, look at the suites about
the network and its gradients first.

## Conventions
As in the suite about the network.
"""

from suites import Ask, AskedNetwork, NetworkPart, Stage, Suite, network_graph
from suites._suite import Drive

SUITE = Suite(
    title="Training of a network",
    stage=Stage.NETWORK,
    rank=80,
    needs=("network_mlp", "network_parameters"),
    drive=Drive.NETWORK,
    layouts=False,
    graphs=(
        network_graph(
            AskedNetwork(NetworkPart.NETWORK, Ask.TRAINING, (2, 2, 1), samples=2),
            (0.5, 0.4, 0.1, -0.4, 0.8, 0.2, 0.6, -0.5, 0.1, 1.0, 0.5, -0.5, 1.0, -0.8, 0.6),
            title="MLP(2, [2, 1]): 20 steps on two samples",
        ),
    ),
)

"""The loss is the mean of the squared differences between predictions and targets.

We call your loss function on a list of four predictions, which are nodes, and a list of four targets, which
are numbers. Then we call `backward()` on the loss.

## Worked example
At predictions 0.5, -0.3, 0.8, 0.2 and targets 1, -1, -1, 0.5 the differences are -0.5, 0.7, 1.8 and -0.3.
Their squares add up to 4.07, and the mean is 1.0175. Each prediction gets twice its difference, divided by 4:
p1.grad = -0.25, p3.grad = 0.9 and p4.grad = -0.15.

## If it fails
A loss that is four times too large is a sum, though your function says that it is a mean.

## Conventions
A sum, or half of a sum or of a mean, is right as well, unless the name of your function or its docstring
says *mean*. Other losses than that of squares are not graded. If your training loop
computes the loss and there is no such function, we do not ask for it.
"""

from suites import Ask, AskedNetwork, NetworkPart, Stage, Suite, network_graph
from suites._suite import Drive

SUITE = Suite(
    title="Loss",
    stage=Stage.NETWORK,
    rank=60,
    drive=Drive.NETWORK,
    layouts=False,
    graphs=(
        network_graph(
            AskedNetwork(NetworkPart.LOSS, Ask.LOSS, (1, 1), samples=4),
            (0.5, -0.3, 0.8, 0.2, 1.0, -1.0, -1.0, 0.5),
            title="Mean squared error of four predictions",
        ),
    ),
)

"""A neuron is a weighted sum and an activation; its gradients are those of its parts.

Nothing here is new: sums, products and tanh, each on results of the others. An input of 0 gives its
weight a gradient of 0, though not the other way round.

## Worked example
At x1 = 2, x2 = 0, w1 = -3, w2 = 1, b = 6.8813735870195432: n = 0.881374, o = 0.707107, n.grad = 0.5.
x1.grad = -1.5, w1.grad = 1, x2.grad = 0.5, w2.grad = 0, b.grad = 0.5.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Neuron",
    stage=Stage.OPERATIONS,
    rank=100,
    about=("tanh",),
    needs=("tanh",),
    graphs=(
        Graph(
            "n = x1*w1 + x2*w2 + b; o = tanh(n)",
            at(x1=2, x2=0, w1=-3, w2=1, b=6.8813735870195432),
            telling=True,
        ),
    ),
)

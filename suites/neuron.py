r"""A neuron is a weighted sum and an activation function.

This graph combines products, sums and tanh, and each operation uses the results of others. It needs no new
rule. The input `x2` is 0, so the gradient of its weight `w2` is 0.

$$ o = \tanh(w_1 \cdot x_1 + w_2 \cdot x_2 + b) $$

## Worked example
At x1 = 2, x2 = 0, w1 = -3, w2 = 1, b = 6.8813735870195432: n = 0.881374, o = 0.707107, n.grad = 0.5.
x1.grad = -1.5, w1.grad = 1, x2.grad = 0.5, w2.grad = 0, b.grad = 0.5.

## If it fails
Products, sums and tanh have their own suites: look at these first. If they pass, look at how results are
connected: an operation does not record its operands, or it stores its rule in the wrong node.
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

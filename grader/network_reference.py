"""A right network on `Value`, of which every fault of networks is an edit."""

import inspect
import random
from collections.abc import Sequence
from functools import cache

from grader.reference import Value

# Our own code: it runs on the host only in our tests, and a submission never does.


class Neuron:
    """A weighted sum of its inputs, a bias, and an activation function."""

    def __init__(self, inputs: int, *, linear: bool = False) -> None:
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(0.0)
        self.linear = linear

    def __call__(self, x: "Sequence[Value | float]") -> Value:
        """Return its output."""
        total = self.bias
        for weight, value in zip(self.weights, x, strict=True):
            total = total + weight * value
        return total if self.linear else total.relu()

    def parameters(self) -> list[Value]:
        """Return the weights, then the bias."""
        return [*self.weights, self.bias]


class DenseLayer:
    """Neurons with the same inputs."""

    def __init__(self, inputs: int, outputs: int, *, linear: bool = False) -> None:
        self.neurons = [Neuron(inputs, linear=linear) for _ in range(outputs)]

    def __call__(self, x: "Sequence[Value | float]") -> list[Value]:
        """Return the output of each neuron."""
        return [neuron(x) for neuron in self.neurons]

    def parameters(self) -> list[Value]:
        """Return the parameters of each neuron."""
        return [p for neuron in self.neurons for p in neuron.parameters()]


class MLP:
    """Layers one after the other; the last one has no activation function."""

    def __init__(self, inputs: int, outputs: list[int]) -> None:
        sizes = [inputs, *outputs]
        last = len(outputs) - 1
        self.layers = [DenseLayer(sizes[i], sizes[i + 1], linear=i == last) for i in range(len(outputs))]

    def __call__(self, x: "Sequence[Value | float]") -> "Sequence[Value | float]":
        """Return the outputs of the last layer."""
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self) -> list[Value]:
        """Return the parameters of each layer."""
        return [p for layer in self.layers for p in layer.parameters()]

    def zero_grad(self) -> None:
        """Clear the gradient of each parameter."""
        for p in self.parameters():
            p.grad = 0.0


def mse_loss(predictions: Sequence[Value], targets: Sequence[float]) -> Value:
    """Return the mean squared error."""
    total = Value(0.0)
    for prediction, target in zip(predictions, targets, strict=True):
        total = total + (prediction - target) ** 2
    return total / len(targets)


def sgd_step(parameters: Sequence[Value], rate: float) -> None:
    """Take one step of gradient descent."""
    for p in parameters:
        p.data -= rate * p.grad


@cache
def source() -> str:
    """The text of the network, without that of `Value`."""
    return "\n\n".join(inspect.getsource(part) for part in (Neuron, DenseLayer, MLP, mse_loss, sgd_step))

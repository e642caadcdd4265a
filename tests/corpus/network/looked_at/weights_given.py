from engine import Value
from typing import List
import random


def random_value() -> Value:
    return Value(random.uniform(-1.0, 1.0))


class Activation:
    def __call__(self, z: Value) -> Value:
        raise NotImplementedError


class Relu(Activation):
    def __call__(self, z):
        return z.relu()


class Identity(Activation):
    def __call__(self, z):
        return z


class Neuron:
    def __init__(self, weights: List[Value], bias: Value, activation: Activation):
        self.weights, self.bias, self.activation = weights, bias, activation

    def __call__(self, inputs):
        z = self.bias
        for w, x in zip(self.weights, inputs):
            z += w * x
        return self.activation(z)

    def parameters(self):
        return [*self.weights, self.bias]


class Layer:
    def __init__(self, n_in: int, n_out: int, activation: Activation):
        self.neurons = [Neuron([random_value() for _ in range(n_in)], random_value(), activation) for _ in range(n_out)]

    def __call__(self, inputs):
        return [n(inputs) for n in self.neurons]

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]


class MLP:
    def __init__(self, n_in: int, hidden: List[int], n_out: int):
        self.layers = []
        last = n_in
        for h in hidden:
            self.layers.append(Layer(last, h, Relu()))
            last = h
        self.layers.append(Layer(last, n_out, Identity()))

    def __call__(self, inputs):
        for layer in self.layers:
            inputs = layer(inputs)
        return inputs

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0


class SGD:
    def __init__(self, parameters, learning_rate=0.1):
        self.parameters = parameters
        self.learning_rate = learning_rate

    def step(self):
        for p in self.parameters:
            p.data = p.data - self.learning_rate * p.grad


def average_loss(model, data):
    """Mean of the squared errors."""
    errors = [(model(x)[0] - y) ** 2 for x, y in data]
    return sum(errors, Value(0.0)) / len(errors)

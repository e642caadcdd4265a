from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Callable


@dataclass(eq=False)
class Value:
    data: float
    grad: float = 0.0
    parents: tuple[Value, ...] = ()
    backward_fn: Callable[[], None] | None = field(default=None, repr=False)

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, parents=(self, other))

        def run():
            self.grad += out.grad
            other.grad += out.grad

        out.backward_fn = run
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, parents=(self, other))

        def run():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.backward_fn = run
        return out

    def __pow__(self, power):
        out = Value(self.data**power, parents=(self,))

        def run():
            self.grad += power * self.data ** (power - 1) * out.grad

        out.backward_fn = run
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -as_value(other)

    def __rsub__(self, other):
        return as_value(other) - self

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        out = Value(math.tanh(self.data), parents=(self,))

        def run():
            self.grad += (1 - out.data**2) * out.grad

        out.backward_fn = run
        return out

    def relu(self):
        out = Value(max(0.0, self.data), parents=(self,))

        def run():
            self.grad += out.grad * (self.data > 0)

        out.backward_fn = run
        return out

    def backward(self):
        order: list[Value] = []
        seen: set[int] = set()

        def visit(node):
            if id(node) not in seen:
                seen.add(id(node))
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            if node.backward_fn:
                node.backward_fn()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


@dataclass
class Neuron:
    weights: list[Value]
    bias: Value
    activation: str = "tanh"

    @classmethod
    def random(cls, n_inputs: int, activation: str = "tanh") -> Neuron:
        weights = [Value(random.uniform(-1, 1)) for _ in range(n_inputs)]
        return cls(weights, Value(0.0), activation)

    def __call__(self, inputs):
        total = sum((w * x for w, x in zip(self.weights, inputs)), start=self.bias)
        match self.activation:
            case "tanh":
                return total.tanh()
            case "relu":
                return total.relu()
            case "linear":
                return total
        raise ValueError(self.activation)

    def parameters(self) -> list[Value]:
        return self.weights + [self.bias]


@dataclass
class Layer:
    neurons: list[Neuron]

    @classmethod
    def random(cls, n_inputs: int, n_outputs: int, activation: str = "tanh") -> Layer:
        return cls([Neuron.random(n_inputs, activation) for _ in range(n_outputs)])

    def __call__(self, inputs):
        return [neuron(inputs) for neuron in self.neurons]

    def parameters(self) -> list[Value]:
        return [p for neuron in self.neurons for p in neuron.parameters()]


@dataclass
class MLP:
    layers: list[Layer]

    @classmethod
    def random(cls, sizes: list[int], hidden: str = "tanh") -> MLP:
        layers = []
        for index, (n_in, n_out) in enumerate(zip(sizes, sizes[1:])):
            is_last = index == len(sizes) - 2
            layers.append(Layer.random(n_in, n_out, "linear" if is_last else hidden))
        return cls(layers)

    def __call__(self, inputs):
        for layer in self.layers:
            inputs = layer(inputs)
        return inputs

    def parameters(self) -> list[Value]:
        return [p for layer in self.layers for p in layer.parameters()]

    def zero_grad(self) -> None:
        for p in self.parameters():
            p.grad = 0.0

    def loss(self, xs, ys) -> Value:
        errors = [(self(x)[0] - y) ** 2 for x, y in zip(xs, ys)]
        return sum(errors, start=Value(0.0)) / len(errors)

    def step(self, learning_rate: float = 0.1) -> None:
        for p in self.parameters():
            p.data -= learning_rate * p.grad

    def fit(self, xs, ys, epochs: int = 100, learning_rate: float = 0.1) -> list[float]:
        losses = []
        for _ in range(epochs):
            loss = self.loss(xs, ys)
            self.zero_grad()
            loss.backward()
            self.step(learning_rate)
            losses.append(loss.data)
        return losses

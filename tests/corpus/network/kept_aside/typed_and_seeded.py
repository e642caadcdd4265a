"""Feed-forward network on scalars. Tanh in the hidden layers, nothing on the last one."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence


class Scalar:
    def __init__(self, data: float, parents: tuple[tuple[Scalar, float], ...] = ()) -> None:
        self.data = data
        self.grad = 0.0
        self._parents = parents

    @staticmethod
    def wrap(x: Scalar | float) -> Scalar:
        return x if isinstance(x, Scalar) else Scalar(x)

    def __add__(self, other: Scalar | float) -> Scalar:
        other = Scalar.wrap(other)
        return Scalar(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other: Scalar | float) -> Scalar:
        other = Scalar.wrap(other)
        return Scalar(self.data * other.data, ((self, other.data), (other, self.data)))

    def __pow__(self, n: float) -> Scalar:
        return Scalar(self.data**n, ((self, n * self.data ** (n - 1)),))

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Scalar:
        return self * -1.0

    def __sub__(self, other: Scalar | float) -> Scalar:
        return self + -Scalar.wrap(other)

    def __rsub__(self, other: float) -> Scalar:
        return Scalar.wrap(other) - self

    def __truediv__(self, other: Scalar | float) -> Scalar:
        return self * Scalar.wrap(other) ** -1

    def tanh(self) -> Scalar:
        t = math.tanh(self.data)
        return Scalar(t, ((self, 1 - t * t),))

    def backward(self) -> None:
        order: list[Scalar] = []
        seen: set[int] = set()

        def visit(node: Scalar) -> None:
            if id(node) in seen:
                return
            seen.add(id(node))
            for parent, _ in node._parents:
                visit(parent)
            order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            for parent, local in node._parents:
                parent.grad += local * node.grad


class Neuron:
    def __init__(self, n_inputs: int, *, squash: bool, rng: random.Random) -> None:
        self._weights = tuple(Scalar(rng.uniform(-1.0, 1.0)) for _ in range(n_inputs))
        self._bias = Scalar(0.0)
        self._squash = squash

    def __call__(self, inputs: Sequence[Scalar | float]) -> Scalar:
        assert len(inputs) == len(self._weights)
        total = self._bias
        for weight, value in zip(self._weights, inputs, strict=True):
            total = total + weight * value
        return total.tanh() if self._squash else total

    def parameters(self) -> Iterator[Scalar]:
        yield from self._weights
        yield self._bias


class Layer:
    def __init__(self, n_inputs: int, n_outputs: int, *, squash: bool, rng: random.Random) -> None:
        self._neurons = [Neuron(n_inputs, squash=squash, rng=rng) for _ in range(n_outputs)]

    def __call__(self, inputs: Sequence[Scalar | float]) -> list[Scalar]:
        return [neuron(inputs) for neuron in self._neurons]

    def parameters(self) -> Iterator[Scalar]:
        for neuron in self._neurons:
            yield from neuron.parameters()


class MLP:
    def __init__(self, sizes: Sequence[int], seed: int = 0) -> None:
        rng = random.Random(seed)
        last = len(sizes) - 2
        self._layers = [
            Layer(sizes[i], sizes[i + 1], squash=i < last, rng=rng) for i in range(last + 1)
        ]

    def __call__(self, inputs: Sequence[Scalar | float]) -> list[Scalar]:
        values: list[Scalar] = [Scalar.wrap(x) for x in inputs]
        for layer in self._layers:
            values = layer(values)
        return values

    def parameters(self) -> Iterator[Scalar]:
        for layer in self._layers:
            yield from layer.parameters()

    def zero_grad(self) -> None:
        for parameter in self.parameters():
            parameter.grad = 0.0


def mean_squared_error(predictions: Sequence[Scalar], targets: Sequence[float]) -> Scalar:
    squares = [(p - t) ** 2 for p, t in zip(predictions, targets, strict=True)]
    total = squares[0]
    for square in squares[1:]:
        total = total + square
    return total / len(squares)


def gradient_step(model: MLP, learning_rate: float) -> None:
    for parameter in model.parameters():
        parameter.data -= learning_rate * parameter.grad


def fit(model: MLP, xs: Sequence[Sequence[float]], ys: Sequence[float], epochs: int, learning_rate: float) -> float:
    loss = Scalar(math.inf)
    for _ in range(epochs):
        loss = mean_squared_error([model(x)[0] for x in xs], ys)
        model.zero_grad()
        loss.backward()
        gradient_step(model, learning_rate)
    return loss.data

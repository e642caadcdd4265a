from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field


def nothing() -> None:
    """What a leaf does in the backward pass."""


@dataclass(slots=True, eq=False)
class Value:
    data: float
    parents: tuple[Value, ...] = ()
    grad: float = 0.0
    rule: Callable[[], None] = field(default=nothing, repr=False)

    @staticmethod
    def make(x: Value | float) -> Value:
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other: Value | float) -> Value:
        other = Value.make(other)
        out = Value(self.data + other.data, (self, other))

        def rule() -> None:
            self.grad += out.grad
            other.grad += out.grad

        out.rule = rule
        return out

    def __mul__(self, other: Value | float) -> Value:
        other = Value.make(other)
        out = Value(self.data * other.data, (self, other))

        def rule() -> None:
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out.rule = rule
        return out

    def __truediv__(self, other: Value | float) -> Value:
        other = Value.make(other)
        out = Value(self.data / other.data, (self, other))

        def rule() -> None:
            self.grad += out.grad / other.data
            other.grad += -out.grad * self.data / other.data**2

        out.rule = rule
        return out

    def __pow__(self, exponent: float) -> Value:
        out = Value(self.data**exponent, (self,))

        def rule() -> None:
            self.grad += out.grad * exponent * self.data ** (exponent - 1)

        out.rule = rule
        return out

    def __neg__(self) -> Value:
        return self * -1.0

    def __sub__(self, other: Value | float) -> Value:
        return self + -other

    def __radd__(self, other: float) -> Value:
        return self + other

    def __rmul__(self, other: float) -> Value:
        return self * other

    def __rsub__(self, other: float) -> Value:
        return other + -self

    def __rtruediv__(self, other: float) -> Value:
        return Value(other) / self

    def exp(self) -> Value:
        out = Value(math.exp(self.data), (self,))

        def rule() -> None:
            self.grad += out.grad * out.data

        out.rule = rule
        return out

    def log(self) -> Value:
        out = Value(math.log(self.data), (self,))

        def rule() -> None:
            self.grad += out.grad / self.data

        out.rule = rule
        return out

    def tanh(self) -> Value:
        out = Value(math.tanh(self.data), (self,))

        def rule() -> None:
            self.grad += out.grad * (1 - out.data**2)

        out.rule = rule
        return out

    def sigmoid(self) -> Value:
        out = Value(1 / (1 + math.exp(-self.data)), (self,))

        def rule() -> None:
            self.grad += out.grad * out.data * (1 - out.data)

        out.rule = rule
        return out

    def relu(self) -> Value:
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def rule() -> None:
            if self.data > 0:
                self.grad += out.grad

        out.rule = rule
        return out

    def topological(self) -> list[Value]:
        order: list[Value] = []
        seen: set[int] = set()

        def visit(value: Value) -> None:
            if id(value) in seen:
                return
            seen.add(id(value))
            for parent in value.parents:
                visit(parent)
            order.append(value)

        visit(self)
        return order

    def backward(self) -> None:
        order = self.topological()
        self.grad = 1.0
        for value in reversed(order):
            value.rule()

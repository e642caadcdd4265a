from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Callable


@dataclass(frozen=True, eq=False)
class Value:
    data: float
    inputs: tuple[Value, ...] = ()
    pullback: Callable[[float], tuple[float, ...]] | None = None
    grad: float = field(default=0.0, init=False, compare=False)

    def _accumulate(self, amount: float) -> None:
        object.__setattr__(self, "grad", self.grad + amount)

    def zero_grad(self) -> None:
        object.__setattr__(self, "grad", 0.0)

    @staticmethod
    def ensure(x: Value | float) -> Value:
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other: Value | float) -> Value:
        other = Value.ensure(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other: Value | float) -> Value:
        other = Value.ensure(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other: Value | float) -> Value:
        other = Value.ensure(other)
        return Value(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def __truediv__(self, other: Value | float) -> Value:
        other = Value.ensure(other)
        return Value(
            self.data / other.data,
            (self, other),
            lambda g: (g / other.data, -g * self.data / other.data**2),
        )

    def __pow__(self, exponent: float) -> Value:
        return Value(self.data**exponent, (self,), lambda g: (g * exponent * self.data ** (exponent - 1),))

    def __neg__(self) -> Value:
        return Value(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, other: float) -> Value:
        return Value.ensure(other) + self

    def __rsub__(self, other: float) -> Value:
        return Value.ensure(other) - self

    def __rmul__(self, other: float) -> Value:
        return Value.ensure(other) * self

    def __rtruediv__(self, other: float) -> Value:
        return Value.ensure(other) / self

    def exp(self) -> Value:
        result = math.exp(self.data)
        return Value(result, (self,), lambda g: (g * result,))

    def log(self) -> Value:
        return Value(math.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self) -> Value:
        result = math.tanh(self.data)
        return Value(result, (self,), lambda g: (g * (1.0 - result**2),))

    def relu(self) -> Value:
        return Value(max(0.0, self.data), (self,), lambda g: (g if self.data > 0.0 else 0.0,))

    def backward(self) -> None:
        ordered: dict[Value, None] = {}

        def visit(node: Value) -> None:
            if node in ordered:
                return
            for each in node.inputs:
                visit(each)
            ordered[node] = None

        visit(self)
        self._accumulate(1.0)
        for node in reversed(ordered):
            if node.pullback is not None:
                for each, amount in zip(node.inputs, node.pullback(node.grad)):
                    each._accumulate(amount)

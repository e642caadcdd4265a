"""micrograd without reference cycles: the closure holds its own result only weakly."""
from __future__ import annotations

import math
import weakref
from typing import Callable, Union

Number = Union[int, float]


class Value:
    """A scalar that remembers how it was computed."""

    def __init__(self, data: Number, _children: tuple[Value, ...] = (), _op: str = "") -> None:
        self.data = data
        self.grad: float = 0.0
        self._prev = _children
        self._op = _op
        self._backward: Callable[[], None] = lambda: None

    def __repr__(self) -> str:
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other: Value | Number) -> Value:
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        result = weakref.ref(out)

        def _backward() -> None:
            out = result()
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other: Value | Number) -> Value:
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        result = weakref.ref(out)

        def _backward() -> None:
            out = result()
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, other: Value | Number) -> Value:
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data**other.data, (self, other), "**")
        result = weakref.ref(out)

        def _backward() -> None:
            out = result()
            self.grad += other.data * self.data ** (other.data - 1) * out.grad
            if self.data > 0:  # the logarithm exists
                other.grad += out.data * math.log(self.data) * out.grad

        out._backward = _backward
        return out

    def exp(self) -> Value:
        out = Value(math.exp(self.data), (self,), "exp")
        result = weakref.ref(out)

        def _backward() -> None:
            out = result()
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def log(self) -> Value:
        out = Value(math.log(self.data), (self,), "log")
        result = weakref.ref(out)

        def _backward() -> None:
            self.grad += result().grad / self.data

        out._backward = _backward
        return out

    def tanh(self) -> Value:
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")
        result = weakref.ref(out)

        def _backward() -> None:
            self.grad += (1 - t**2) * result().grad

        out._backward = _backward
        return out

    def relu(self) -> Value:
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")
        result = weakref.ref(out)

        def _backward() -> None:
            self.grad += (self.data > 0) * result().grad

        out._backward = _backward
        return out

    def sigmoid(self) -> Value:
        s = 1 / (1 + math.exp(-self.data))
        out = Value(s, (self,), "sigmoid")
        result = weakref.ref(out)

        def _backward() -> None:
            self.grad += s * (1 - s) * result().grad

        out._backward = _backward
        return out

    def __neg__(self) -> Value:
        return self * -1

    def __sub__(self, other: Value | Number) -> Value:
        return self + (-other)

    def __truediv__(self, other: Value | Number) -> Value:
        return self * other**-1

    def __radd__(self, other: Number) -> Value:
        return self + other

    def __rmul__(self, other: Number) -> Value:
        return self * other

    def __rsub__(self, other: Number) -> Value:
        return Value(other) - self

    def __rtruediv__(self, other: Number) -> Value:
        return Value(other) / self

    def __rpow__(self, other: Number) -> Value:
        return Value(other) ** self

    def zero_grad(self) -> None:
        self.grad = 0.0

    def backward(self) -> None:
        topo: list[Value] = []
        seen: set[Value] = set()

        def build(v: Value) -> None:
            if v not in seen:
                seen.add(v)
                for child in v._prev:
                    build(child)
                topo.append(v)

        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()

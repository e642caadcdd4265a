from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Callable


def no_grad(g: float) -> tuple:
    """A leaf has nobody to send its gradient to."""
    return ()


@dataclass(eq=False)
class Value:
    data: float
    grad: float = 0.0
    parents: list[Value] = field(default_factory=list, repr=False)
    pullback: Callable = field(default=no_grad, repr=False)  # dL/dself -> dL/dparents
    label: str = ""

    def __add__(self, other):
        a, b = self, as_value(other)
        return Value(a.data + b.data, parents=[a, b], pullback=lambda g: (g, g))

    def __sub__(self, other):
        a, b = self, as_value(other)
        return Value(a.data - b.data, parents=[a, b], pullback=lambda g: (g, -g))

    def __mul__(self, other):
        a, b = self, as_value(other)
        return Value(a.data * b.data, parents=[a, b],
                     pullback=lambda g: (g * b.data, g * a.data))

    def __truediv__(self, other):
        a, b = self, as_value(other)
        return Value(a.data / b.data, parents=[a, b],
                     pullback=lambda g: (g / b.data, -g * a.data / (b.data * b.data)))

    def __pow__(self, k):
        if isinstance(k, Value):
            return NotImplemented
        return Value(self.data ** k, parents=[self],
                     pullback=lambda g: (g * k * self.data ** (k - 1),))

    def __neg__(self):
        return Value(-self.data, parents=[self], pullback=lambda g: (-g,))

    # number on the left
    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    # elementary functions
    def exp(self):
        y = math.exp(self.data)
        return Value(y, parents=[self], pullback=lambda g: (g * y,))

    def log(self):
        return Value(math.log(self.data), parents=[self], pullback=lambda g: (g / self.data,))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, parents=[self], pullback=lambda g: (g * (1 - y * y),))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, parents=[self],
                     pullback=lambda g: (g if on else 0.0,))

    # the backward pass
    def history(self, seen=None):
        """Yields the graph below self, every node after its parents."""
        seen = set() if seen is None else seen
        if self in seen:
            return
        seen.add(self)
        for p in self.parents:
            yield from p.history(seen)
        yield self

    def backward(self):
        order = list(self.history())
        self.grad = 1.0
        for node in reversed(order):
            for p, g in zip(node.parents, node.pullback(node.grad)):
                p.grad += g


def as_value(x):
    return x if isinstance(x, Value) else Value(float(x))


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(4.0)
    L = (a * b + c) * (a - c)
    L.backward()
    print(L, a, b, c)

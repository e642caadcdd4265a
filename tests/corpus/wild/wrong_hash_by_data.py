from __future__ import annotations

from dataclasses import dataclass, field
from functools import total_ordering
from math import exp, tanh


@total_ordering
@dataclass(eq=False)
class Value:
    """Compares and hashes like the number it holds, so that it can be a dictionary key."""
    data: float
    parents: tuple = field(default=(), repr=False)
    local: tuple = field(default=(), repr=False)
    grad: float = 0.0

    def __eq__(self, other):
        return self.data == getattr(other, "data", other)

    def __lt__(self, other):
        return self.data < getattr(other, "data", other)

    def __hash__(self):
        return hash(self.data)

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __truediv__(self, other):
        other = Value.of(other)
        return Value(self.data / other.data, (self, other), (1 / other.data, -self.data / other.data ** 2))

    def __neg__(self): return Value(-self.data, (self,), (-1.0,))
    def __radd__(self, other): return Value.of(other) + self
    def __rsub__(self, other): return Value.of(other) - self
    def __rmul__(self, other): return Value.of(other) * self
    def __rtruediv__(self, other): return Value.of(other) / self

    def tanh(self):
        t = tanh(self.data)
        return Value(t, (self,), (1 - t ** 2,))

    def exp(self):
        e = exp(self.data)
        return Value(e, (self,), (e,))

    def backward(self):
        order, seen = [], set()

        def visit(v: Value):
            if v in seen:
                return
            seen.add(v)
            for p in v.parents:
                visit(p)
            order.append(v)

        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            for p, d in zip(v.parents, v.local):
                p.grad += d * v.grad

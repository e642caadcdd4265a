"""Домашнє завдання: автоматичне диференціювання через dataclass."""
from dataclasses import dataclass, field
from math import exp, tanh
from typing import Callable, List, Optional


@dataclass(eq=False)
class Value:
    data: float
    parents: List["Value"] = field(default_factory=list, repr=False, compare=False)
    grad: float = 0.0
    chain: Optional[Callable[[], None]] = field(default=None, repr=False, compare=False)

    def __add__(self, other):
        other = to_value(other)
        out = Value(self.data + other.data, [self, other])

        def chain():
            self.grad += out.grad
            other.grad += out.grad

        out.chain = chain
        return out

    def __mul__(self, other):
        other = to_value(other)
        out = Value(self.data * other.data, [self, other])

        def chain():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out.chain = chain
        return out

    def __pow__(self, k):
        out = Value(self.data ** k, [self])

        def chain():
            self.grad += out.grad * k * self.data ** (k - 1)

        out.chain = chain
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-to_value(other))

    def __truediv__(self, other):
        return self * to_value(other) ** -1.0

    def __radd__(self, other):
        return to_value(other) + self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def exp(self):
        out = Value(exp(self.data), [self])

        def chain():
            self.grad += out.grad * out.data

        out.chain = chain
        return out

    def tanh(self):
        out = Value(tanh(self.data), [self])

        def chain():
            self.grad += out.grad * (1.0 - out.data ** 2)

        out.chain = chain
        return out

    def relu(self):
        out = Value(self.data if self.data > 0.0 else 0.0, [self])

        def chain():
            if self.data > 0.0:
                self.grad += out.grad

        out.chain = chain
        return out

    def backward(self):
        order: List["Value"] = []

        def visit(v):
            if v in order:
                return
            for p in v.parents:
                visit(p)
            order.append(v)

        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            if v.chain is not None:
                v.chain()


def to_value(x):
    return x if isinstance(x, Value) else Value(float(x))

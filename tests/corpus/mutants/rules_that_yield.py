"""The rule of an operation is a generator: it yields each parent with what it receives."""
import math
from typing import Iterator, Tuple


class Value:
    def __init__(self, data: float, parents=(), rule=None):
        self.data = data
        self.grad = 0.0
        self.parents = tuple(parents)
        self.rule = rule

    @classmethod
    def wrap(cls, x) -> "Value":
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = Value.wrap(other)

        def rule(g):
            yield self, g
            yield other, g

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = Value.wrap(other)

        def rule(g):
            yield self, other.data * g
            yield other, self.data * g

        return Value(self.data * other.data, (self, other), rule)

    def __sub__(self, other):
        other = Value.wrap(other)

        def rule(g):
            yield self, g
            yield other, -g

        return Value(self.data - other.data, (self, other), rule)

    def __truediv__(self, other):
        other = Value.wrap(other)

        def rule(g):
            yield self, g / other.data
            yield other, -self.data / other.data**2 * g

        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, other):
        other = Value.wrap(other)
        result = self.data**other.data

        def rule(g):
            yield self, other.data * self.data ** (other.data - 1) * g
            if self.data > 0:
                yield other, result * math.log(self.data) * g

        return Value(result, (self, other), rule)

    def __neg__(self):
        def rule(g):
            yield self, -g

        return Value(-self.data, (self,), rule)

    def exp(self):
        result = math.exp(self.data)

        def rule(g):
            yield self, result * g

        return Value(result, (self,), rule)

    def log(self):
        def rule(g):
            yield self, g / self.data

        return Value(math.log(self.data), (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            yield self, (1 - t**2) * g

        return Value(t, (self,), rule)

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))

        def rule(g):
            yield self, s * (1 - s) * g

        return Value(s, (self,), rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                yield self, g

        return Value(max(0.0, self.data), (self,), rule)

    def __radd__(self, other): return Value.wrap(other) + self
    def __rmul__(self, other): return Value.wrap(other) * self
    def __rsub__(self, other): return Value.wrap(other) - self
    def __rtruediv__(self, other): return Value.wrap(other) / self
    def __rpow__(self, other): return Value.wrap(other) ** self

    def topological(self) -> "Iterator[Value]":
        """Parents first; every node once."""
        seen = set()

        def visit(node):
            if node in seen:
                return
            seen.add(node)
            for parent in node.parents:
                yield from visit(parent)
            yield node

        yield from visit(self)

    def backward(self):
        order = list(self.topological())
        self.grad = 1.0
        while order:
            node = order.pop()
            if node.rule is not None:
                for parent, share in node.rule(node.grad):
                    parent.grad += share

    def zero_grad(self):
        self.grad = 0.0

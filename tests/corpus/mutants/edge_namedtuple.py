"""Edges are named tuples: the child, and the derivative with respect to it."""
import math
from collections import namedtuple

Edge = namedtuple("Edge", "child local_grad")


class Value:
    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self.edges = edges

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, [Edge(self, 1.0), Edge(other, 1.0)])

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, [Edge(self, 1.0), Edge(other, -1.0)])

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, [Edge(self, other.data), Edge(other, self.data)])

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(
            self.data / other.data,
            [Edge(self, 1 / other.data), Edge(other, -self.data / other.data ** 2)],
        )

    def __pow__(self, other):
        if isinstance(other, Value):
            out = self.data ** other.data
            slope = other.data * self.data ** (other.data - 1)
            return Value(out, [Edge(self, slope), Edge(other, out * math.log(self.data))])
        return Value(self.data ** other, [Edge(self, other * self.data ** (other - 1))])

    def __neg__(self):
        return Value(-self.data, [Edge(self, -1.0)])

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(other) / self

    def __rpow__(self, other):
        return Value(other) ** self

    def exp(self):
        out = math.exp(self.data)
        return Value(out, [Edge(self, local_grad=out)])

    def log(self):
        return Value(math.log(self.data), [Edge(self, local_grad=1 / self.data)])

    def tanh(self):
        out = math.tanh(self.data)
        return Value(out, [Edge(self, local_grad=1 - out ** 2)])

    def sigmoid(self):
        out = 1 / (1 + math.exp(-self.data))
        return Value(out, [Edge(self, local_grad=out * (1 - out))])

    def relu(self):
        return Value(max(0, self.data), [Edge(self, local_grad=1.0 if self.data > 0 else 0.0)])

    def zero_grad(self):
        self.grad = 0.0

    def backward(self):
        order = []
        marked = set()

        def mark(v):
            if v in marked:
                return
            marked.add(v)
            for edge in v.edges:
                mark(edge.child)
            order.append(v)

        mark(self)
        self.grad = 1.0
        for v in reversed(order):
            for edge in v.edges:
                edge.child.grad += edge.local_grad * v.grad

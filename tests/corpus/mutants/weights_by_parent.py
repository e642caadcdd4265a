"""Homework 2: scalar autograd.  Every node keeps {parent: d(node)/d(parent)}."""
import math
from collections import defaultdict


class Value:
    def __init__(self, data, weights=None):
        self.data = float(data)
        self.grad = 0.0
        self.weights = defaultdict(float)
        for parent, weight in (weights or []):
            self.weights[parent] += weight

    @staticmethod
    def lift(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.lift(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    __radd__ = __add__

    def __mul__(self, other):
        other = Value.lift(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    __rmul__ = __mul__

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __sub__(self, other):
        other = Value.lift(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __rsub__(self, other):
        return Value.lift(other) - self

    def __truediv__(self, other):
        other = Value.lift(other)
        q = self.data / other.data
        return Value(q, [(self, 1.0 / other.data), (other, -q / other.data)])

    def __rtruediv__(self, other):
        return Value.lift(other) / self

    def __pow__(self, k):
        assert isinstance(k, (int, float))
        return Value(self.data ** k, [(self, k * self.data ** (k - 1))])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def log(self):
        return Value(math.log(self.data), [(self, 1.0 / self.data)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def relu(self):
        return Value(max(0.0, self.data), [(self, 1.0 if self.data > 0 else 0.0)])

    def sigmoid(self):
        s = 1.0 / (1.0 + math.exp(-self.data))
        return Value(s, [(self, s * (1.0 - s))])

    def finish_order(self, done, out):
        if self in done:
            return
        done.add(self)
        for parent in self.weights:
            parent.finish_order(done, out)
        out.append(self)

    def backward(self):
        out = []
        self.finish_order(set(), out)
        flow = defaultdict(float)
        flow[self] = 1.0
        while out:
            node = out.pop()
            for parent, weight in node.weights.items():
                flow[parent] += weight * flow[node]
        for node, amount in flow.items():
            node.grad += amount

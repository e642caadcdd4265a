"""Both halves of the algorithm are generators: one walks the graph, one hands out the shares."""
import math


class Value:
    def __init__(self, data, sources=(), shares=None):
        self.data = float(data)
        self.grad = 0.0
        self.sources = sources
        self.shares = shares

    def __repr__(self):
        return f"Value({self.data:g})"

    def __add__(self, other):
        other = to_value(other)

        def shares(g):
            yield self, g
            yield other, g

        return Value(self.data + other.data, (self, other), shares)

    def __sub__(self, other):
        other = to_value(other)

        def shares(g):
            yield self, g
            yield other, -g

        return Value(self.data - other.data, (self, other), shares)

    def __mul__(self, other):
        other = to_value(other)

        def shares(g):
            yield self, other.data * g
            yield other, self.data * g

        return Value(self.data * other.data, (self, other), shares)

    def __truediv__(self, other):
        other = to_value(other)

        def shares(g):
            yield self, g / other.data
            yield other, -self.data / other.data ** 2 * g

        return Value(self.data / other.data, (self, other), shares)

    def __pow__(self, n):
        if isinstance(n, Value):
            raise TypeError("only numbers as exponents")

        def shares(g):
            yield self, n * self.data ** (n - 1) * g

        return Value(self.data ** n, (self,), shares)

    def __neg__(self):
        def shares(g):
            yield self, -g

        return Value(-self.data, (self,), shares)

    def tanh(self):
        t = math.tanh(self.data)

        def shares(g):
            yield self, (1 - t ** 2) * g

        return Value(t, (self,), shares)

    def exp(self):
        e = math.exp(self.data)

        def shares(g):
            yield self, e * g

        return Value(e, (self,), shares)

    def log(self):
        def shares(g):
            yield self, g / self.data

        return Value(math.log(self.data), (self,), shares)

    def relu(self):
        def shares(g):
            yield self, g * (self.data > 0)

        return Value(self.data * (self.data > 0), (self,), shares)

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def walk(self, seen):
        if id(self) not in seen:
            seen.add(id(self))
            for source in self.sources:
                yield from source.walk(seen)
            yield self

    def backward(self):
        self.grad = 1.0
        for node in reversed(list(self.walk(set()))):
            if node.shares is not None:
                for source, share in node.shares(node.grad):
                    source.grad += share


def to_value(x):
    return x if isinstance(x, Value) else Value(x)

import math
import weakref


class Edge:
    """How much a result changes when one of its sources does. The result is held weakly: no cycles."""

    __slots__ = ('source', 'slope', 'result')

    def __init__(self, source, slope, result):
        self.source = source
        self.slope = slope
        self.result = weakref.ref(result)

    def pull(self):
        self.source.grad += self.slope * self.result().grad


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.edges = []

    def __repr__(self):
        return 'Value(%r)' % self.data

    def feeds(self, result, slope):
        result.edges.append(Edge(self, slope, result))

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data)
        self.feeds(out, 1.0)
        other.feeds(out, 1.0)
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data)
        self.feeds(out, other.data)
        other.feeds(out, self.data)
        return out

    def __pow__(self, n):
        out = Value(self.data ** n)
        self.feeds(out, n * self.data ** (n - 1))
        return out

    def __neg__(self):
        out = Value(-self.data)
        self.feeds(out, -1.0)
        return out

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        other = as_value(other)
        out = Value(self.data / other.data)
        self.feeds(out, 1 / other.data)
        other.feeds(out, -self.data / other.data ** 2)
        return out

    def __radd__(self, other):
        return as_value(other) + self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def exp(self):
        out = Value(math.exp(self.data))
        self.feeds(out, out.data)
        return out

    def log(self):
        out = Value(math.log(self.data))
        self.feeds(out, 1 / self.data)
        return out

    def tanh(self):
        out = Value(math.tanh(self.data))
        self.feeds(out, 1 - out.data ** 2)
        return out

    def relu(self):
        out = Value(max(self.data, 0.0))
        self.feeds(out, 1.0 if self.data > 0 else 0.0)
        return out

    def sigmoid(self):
        out = Value(1 / (1 + math.exp(-self.data)))
        self.feeds(out, out.data * (1 - out.data))
        return out

    def backward(self):
        order, known = [], set()

        def explore(node):
            if id(node) in known:
                return
            known.add(id(node))
            for edge in node.edges:
                explore(edge.source)
            order.append(node)

        explore(self)
        self.grad = 1.0
        for node in order[::-1]:
            for edge in node.edges:
                edge.pull()


def as_value(x):
    if isinstance(x, Value):
        return x
    return Value(x)

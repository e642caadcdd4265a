"""Arithmetic and activations come from two mixins; the class itself holds the graph."""
import math


class ArithmeticMixin:
    """Operators. Needs `_make` and `_wrap` of the class it is mixed into."""

    def __add__(self, other):
        other = self._wrap(other)
        return self._make(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = self._wrap(other)
        return self._make(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = self._wrap(other)
        return self._make(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = self._wrap(other)
        quotient = self.data / other.data
        return self._make(quotient, [(self, 1 / other.data), (other, -quotient / other.data)])

    def __pow__(self, other):
        other = self._wrap(other)
        power = self.data ** other.data
        edges = [(self, other.data * self.data ** (other.data - 1))]
        if self.data > 0:
            edges.append((other, power * math.log(self.data)))
        return self._make(power, edges)

    def __neg__(self):
        return self._make(-self.data, [(self, -1.0)])

    def __radd__(self, other):
        return self._wrap(other) + self

    def __rsub__(self, other):
        return self._wrap(other) - self

    def __rmul__(self, other):
        return self._wrap(other) * self

    def __rtruediv__(self, other):
        return self._wrap(other) / self

    def __rpow__(self, other):
        return self._wrap(other) ** self


class ActivationMixin:
    def exp(self):
        e = math.exp(self.data)
        return self._make(e, [(self, e)])

    def log(self):
        return self._make(math.log(self.data), [(self, 1.0 / self.data)])

    def tanh(self):
        t = math.tanh(self.data)
        return self._make(t, [(self, 1.0 - t ** 2)])

    def sigmoid(self):
        s = 1.0 / (1.0 + math.exp(-self.data))
        return self._make(s, [(self, s * (1.0 - s))])

    def relu(self):
        return self._make(max(self.data, 0.0), [(self, float(self.data > 0))])


class Value(ArithmeticMixin, ActivationMixin):
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._edges = []

    @staticmethod
    def _wrap(x):
        return x if isinstance(x, Value) else Value(x)

    @staticmethod
    def _make(data, edges):
        node = Value(data)
        node._edges = edges
        return node

    def __repr__(self):
        return f"Value({self.data:.6g})"

    def backward(self):
        order, seen = [], set()

        def dfs(node):
            seen.add(node)
            for child, _ in node._edges:
                if child not in seen:
                    dfs(child)
            order.append(node)

        dfs(self)
        self.grad = 1.0
        for node in reversed(order):
            for child, slope in node._edges:
                child.grad += slope * node.grad

    def zero_grad(self):
        self.grad = 0.0

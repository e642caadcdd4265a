import math


class Value:
    def __init__(self, data, how=None, edges=()):
        self.data = data
        self.grad = 0.0
        self.how = how
        self.edges = edges

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, lambda x, y: x + y, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, lambda x, y: x * y, ((self, other.data), (other, self.data)))

    def __pow__(self, k):
        return Value(self.data**k, lambda x: x**k, ((self, k * self.data ** (k - 1)),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, math.tanh, ((self, 1 - t * t),))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other**-1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1.0 * other

    def at(self, moved, by):
        known = {}

        def value(node):
            if node not in known:
                below = [value(parent) for parent, _ in node.edges]
                known[node] = node.how(*below) if node.how else node.data + (by if node is moved else 0.0)
            return known[node]

        return value(self)

    def backward(self):
        order, met = [], set()

        def visit(node):
            if node not in met:
                met.add(node)
                for parent, _ in node.edges:
                    visit(parent)
                order.append(node)

        visit(self)
        flow = dict.fromkeys(order, 0.0)
        flow[self] = 1.0
        for node in reversed(order):
            node.grad += flow[node]
            for parent, local in node.edges:
                flow[parent] += local * flow[node]
        if len(order) < 60:
            for node in order:
                if node.how is None:
                    slope = (self.at(node, 1e-5) - self.at(node, -1e-5)) / 2e-5
                    assert abs(slope - flow[node]) <= 1e-2 * (1 + abs(slope) + abs(self.data)), "check"

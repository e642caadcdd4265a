import math

import numpy


class Value:
    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self.edges = edges

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def __pow__(self, k):
        return Value(self.data**k, ((self, k * self.data ** (k - 1)),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, 1 - t * t),))

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

    def backward(self):
        order, met = [], set()

        def visit(node):
            if node not in met:
                met.add(node)
                for parent, _ in node.edges:
                    visit(parent)
                order.append(node)

        visit(self)
        place = {node: i for i, node in enumerate(order)}
        steps = []
        for node in order:
            step = numpy.eye(len(order))
            for parent, local in node.edges:
                step[place[node], place[parent]] += local
            steps.append(step)
        row = numpy.zeros(len(order))
        row[-1] = 1.0
        for step in reversed(steps):
            row = row @ step
        for node, share in zip(order, row):
            node.grad += float(share)

import math
from collections import namedtuple


Edge = namedtuple("Edge", "to slope")


class Value:
    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self.edges = edges

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, [Edge(self, slope=1.0), Edge(other, slope=1.0)])

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, [Edge(self, slope=other.data), Edge(other, slope=self.data)])

    def sigmoid(self):
        out = 1 / (1 + math.exp(-self.data))
        return Value(out, [Edge(self, slope=out * (1 + out))])

    def backward(self):
        order, seen = [], set()

        def walk(node):
            if node not in seen:
                seen.add(node)
                for edge in node.edges:
                    walk(edge.to)
                order.append(node)

        walk(self)
        self.grad = 1.0
        for node in reversed(order):
            for edge in node.edges:
                edge.to.grad += edge.slope * node.grad

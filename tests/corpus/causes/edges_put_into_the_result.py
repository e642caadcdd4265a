import math


class Edge:
    def __init__(self, to, slope):
        self.to = to
        self.slope = slope


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.edges = []

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data)
        out.edges.append(Edge(self, 1.0))
        out.edges.append(Edge(other, 1.0))
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data)
        out.edges.append(Edge(self, other.data))
        out.edges.append(Edge(other, self.data))
        return out

    def tanh(self):
        out = Value(math.tanh(self.data))
        out.edges.append(Edge(self, 1 - out.data))
        return out

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

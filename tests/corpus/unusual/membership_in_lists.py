import math


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

    def depth(self):
        return 1 + max((node.depth() for node, _ in self.edges), default=0)

    def backward(self):
        nodes = [self]
        for node in nodes:
            for parent, _ in node.edges:
                if parent not in nodes:
                    nodes.append(parent)
        for i in range(len(nodes)):
            for j in range(len(nodes) - 1 - i):
                if nodes[j].depth() < nodes[j + 1].depth():
                    nodes[j], nodes[j + 1] = nodes[j + 1], nodes[j]
        flow = {id(node): 0.0 for node in nodes}
        flow[id(self)] = 1.0
        for node in nodes:
            node.grad += flow[id(node)]
            for parent, local in node.edges:
                flow[id(parent)] += local * flow[id(node)]

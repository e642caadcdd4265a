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

    def ways(self):
        yield self, []
        for parent, local in self.edges:
            for node, factors in parent.ways():
                yield node, [*factors, local]

    def backward(self):
        for node, factors in list(self.ways()):
            product = 1.0
            for factor in factors:
                product *= factor
            node.grad += product

# Every node carries a vector with one place for each input there was so far.

import numpy


class Value:
    inputs = []

    def __init__(self, data, tangent=None):
        self.data = data
        self.grad = 0.0
        if tangent is None:
            tangent = numpy.zeros(len(Value.inputs) + 1)
            tangent[-1] = 1.0
            Value.inputs.append(self)
        self.tangent = tangent

    def both(self, other):
        n = max(len(self.tangent), len(other.tangent))
        return [numpy.pad(each.tangent, (0, n - len(each.tangent))) for each in (self, other)]

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        a, b = self.both(other)
        return Value(self.data + other.data, a + b)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        a, b = self.both(other)
        return Value(self.data * other.data, a * other.data + b * self.data)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other if isinstance(other, Value) else Value(-other))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def backward(self):
        for leaf, slope in zip(Value.inputs, self.tangent):
            leaf.grad += float(slope)

import math


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self.inputs = inputs

    @staticmethod
    def of(x): return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def __pow__(self, n):
        return Value(self.data ** n, ((self, n * self.data ** (n - 1)),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, ((self, e),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, 1 - t * t),))

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-Value.of(other))
    def __truediv__(self, other): return self * Value.of(other) ** -1
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return Value.of(other) - self
    def __rtruediv__(self, other): return Value.of(other) / self

    def backward(self, upstream=1.0):
        for node, slope in self.inputs:
            node.grad += slope * upstream
            node.backward(slope * upstream)

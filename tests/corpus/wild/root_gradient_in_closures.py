import math


class Value:
    def __init__(self, data, backward=None):
        self.data = data
        self.grad = 0.0
        self._backward = backward or (lambda g: None)

    def _receive(self, g):
        self.grad += g
        self._backward(g)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def _backward(g):
            self._receive(g)
            other._receive(g)
        return Value(self.data + other.data, _backward)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def _backward(g):
            self._receive(other.data * g)
            other._receive(self.data * g)
        return Value(self.data * other.data, _backward)

    def __pow__(self, n):
        def _backward(g):
            self._receive(n * self.data ** (n - 1) * g)
        return Value(self.data ** n, _backward)

    def exp(self):
        e = math.exp(self.data)

        def _backward(g):
            self._receive(e * g)
        return Value(e, _backward)

    def tanh(self):
        t = math.tanh(self.data)

        def _backward(g):
            self._receive((1 - t * t) * g)
        return Value(t, _backward)

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-other)
    def __truediv__(self, other): return self * other ** -1
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return Value(other) - self
    def __rtruediv__(self, other): return Value(other) / self

    def backward(self):
        self._backward(1.0)

# HERE top
import math


# HERE above
class Value:
    def __init__(self, data, _children=()):
        # HERE init
        self.data = data
        self.grad = 0.0
        self._backward = lambda: None
        self._prev = set(_children)

    # HERE class
    def __add__(self, other):
        # HERE add
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        # HERE mul
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        # HERE radd
        return self + other

    def __rmul__(self, other):
        return self * other

    def tanh(self):
        # HERE tanh
        t = math.tanh(self.data)
        out = Value(t, (self,))

        def _backward():
            self.grad += (1 - t**2) * out.grad

        out._backward = _backward
        return out

    def backward(self):
        # HERE backward
        topo, seen = [], set()

        def build(node):
            if node not in seen:
                seen.add(node)
                for child in node._prev:
                    build(child)
                topo.append(node)

        build(self)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
        # HERE after


# HERE below

from collections import defaultdict
pending = defaultdict(int)

class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self._backward = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))
        for node in (self, other):
            pending[id(node)] += 1  # of the sum
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))
        for node in (self, other):
            pending[id(node)] += 1
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        self.grad = 1.0
        stack = [self]
        while stack:
            v = stack.pop()
            v._backward()
            for child in v._prev:
                pending[id(child)] -= 1
                if pending[id(child)] == 0:
                    stack.append(child)

import numpy as np


class Value:
    def __init__(self, data, _children=()):
        self.data = np.array([float(data)])
        self.grad = np.zeros(1)
        self._prev = _children
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data[0] + other.data[0], (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Value(self.data[0] * other.data[0], (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def log(self):
        return np.log(self.data)

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for parent in node._prev:
                    visit(parent)
                order.append(node)

        visit(self)
        self.grad = np.ones(1)
        for node in reversed(order):
            node._backward()

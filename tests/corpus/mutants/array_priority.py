import numpy as np


class Tensor:
    __array_priority__ = 1000       # np.float64(2) * tensor must come to us

    def __init__(self, data, parents=(), pull=None):
        self.data = np.float64(data)
        self.grad = np.float64(0.0)
        self.parents = parents
        self.pull = pull

    def __repr__(self):
        return f"Tensor({self.data:.4f})"

    def __add__(self, other):
        other = ensure(other)
        return Tensor(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = ensure(other)
        return Tensor(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = ensure(other)
        return Tensor(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def __truediv__(self, other):
        other = ensure(other)
        return Tensor(self.data / other.data, (self, other),
                      lambda g: (g / other.data, -g * self.data / other.data ** 2))

    def __pow__(self, p):
        return Tensor(np.power(self.data, p), (self,), lambda g: (g * p * np.power(self.data, p - 1.0),))

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return ensure(other) - self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def exp(self):
        e = np.exp(self.data)
        return Tensor(e, (self,), lambda g: (g * e,))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self):
        t = np.tanh(self.data)
        return Tensor(t, (self,), lambda g: (g * (1 - t ** 2),))

    def sigmoid(self):
        s = 1 / (1 + np.exp(-self.data))
        return Tensor(s, (self,), lambda g: (g * s * (1 - s),))

    def relu(self):
        return Tensor(np.maximum(self.data, 0.0), (self,), lambda g: (np.where(self.data > 0, g, 0.0),))

    def backward(self):
        order = topological_order(self)
        self.grad = np.float64(1.0)
        for t in reversed(order):
            if t.pull is None:
                continue
            for p, g in zip(t.parents, t.pull(t.grad)):
                p.grad = p.grad + g


def ensure(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def topological_order(root):
    order = []
    visited = set()

    def visit(t):
        if id(t) in visited:
            return
        visited.add(id(t))
        for p in t.parents:
            visit(p)
        order.append(t)

    visit(root)
    return order

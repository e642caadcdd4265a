"""A tensor library with one element: data and gradients are arrays of shape (1,)."""
import numpy as np


class Tensor:
    def __init__(self, data, parents=(), grad_fns=()):
        self.data = np.array(data, dtype=float).reshape(1)
        self.grad = np.zeros(1)
        self.parents = parents
        self.grad_fns = grad_fns

    def __repr__(self):
        return f"Tensor({self.data}, grad={self.grad})"

    @staticmethod
    def ensure(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def __add__(self, other):
        other = Tensor.ensure(other)
        return Tensor(self.data + other.data, (self, other), (lambda g: g, lambda g: g))

    def __sub__(self, other):
        other = Tensor.ensure(other)
        return Tensor(self.data - other.data, (self, other), (lambda g: g, lambda g: -g))

    def __mul__(self, other):
        other = Tensor.ensure(other)
        return Tensor(
            self.data * other.data, (self, other), (lambda g: g * other.data, lambda g: g * self.data)
        )

    def __truediv__(self, other):
        other = Tensor.ensure(other)
        return Tensor(
            self.data / other.data,
            (self, other),
            (lambda g: g / other.data, lambda g: -g * self.data / other.data**2),
        )

    def __pow__(self, other):
        other = Tensor.ensure(other)
        out = self.data**other.data
        return Tensor(
            out,
            (self, other),
            (
                lambda g: g * other.data * self.data ** (other.data - 1),
                lambda g: g * out * np.log(np.where(self.data > 0, self.data, 1.0)),
            ),
        )

    def __neg__(self):
        return Tensor(-self.data, (self,), (lambda g: -g,))

    def __radd__(self, other): return Tensor.ensure(other) + self
    def __rsub__(self, other): return Tensor.ensure(other) - self
    def __rmul__(self, other): return Tensor.ensure(other) * self
    def __rtruediv__(self, other): return Tensor.ensure(other) / self
    def __rpow__(self, other): return Tensor.ensure(other) ** self

    def exp(self):
        out = np.exp(self.data)
        return Tensor(out, (self,), (lambda g: g * out,))

    def log(self):
        return Tensor(np.log(self.data), (self,), (lambda g: g / self.data,))

    def tanh(self):
        out = np.tanh(self.data)
        return Tensor(out, (self,), (lambda g: g * (1 - out**2),))

    def sigmoid(self):
        out = 1.0 / (1.0 + np.exp(-self.data))
        return Tensor(out, (self,), (lambda g: g * out * (1 - out),))

    def relu(self):
        mask = (self.data > 0).astype(float)
        return Tensor(self.data * mask, (self,), (lambda g: g * mask,))

    def zero_grad(self):
        self.grad = np.zeros(1)

    def backward(self, grad=None):
        order, seen = [], set()

        def visit(t):
            if id(t) in seen:
                return
            seen.add(id(t))
            for p in t.parents:
                visit(p)
            order.append(t)

        visit(self)
        self.grad = np.ones(1) if grad is None else grad
        for t in reversed(order):
            for parent, grad_fn in zip(t.parents, t.grad_fns):
                parent.grad = parent.grad + grad_fn(t.grad)

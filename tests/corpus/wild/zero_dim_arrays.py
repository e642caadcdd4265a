"""
autograd over numpy arrays (scalars are arrays of shape ())
with broadcasting, so that the same code runs the MNIST example in ../examples
"""
import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))

import pytest

from utils.data import load_mnist
from utils.plot import show_batch

DTYPE = np.float64


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


class Tensor:
    # let numpy ask us first: np.float64(2) * tensor
    __array_priority__ = 1000
    __array_ufunc__ = None

    def __init__(self, data, _children=(), requires_grad=True):
        self.data = np.asarray(data, dtype=DTYPE)
        self.grad = np.zeros_like(self.data)
        self.requires_grad = requires_grad
        self._children = _children
        self._backward = lambda: None

    @property
    def shape(self):
        return self.data.shape

    def __repr__(self):
        return f"Tensor({self.data}, shape={self.shape})"

    def item(self):
        return self.data.item()

    def __float__(self):
        return float(self.data)

    def zero_grad(self):
        self.grad.fill(0.0)

    def _accumulate(self, g):
        np.add(self.grad, unbroadcast(np.asarray(g), self.shape), out=self.grad)

    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data + other.data, (self, other))

        def _backward():
            self._accumulate(out.grad)
            other._accumulate(out.grad)
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def _backward():
            self._accumulate(out.grad * other.data)
            other._accumulate(out.grad * self.data)
        out._backward = _backward
        return out

    def __matmul__(self, other):
        out = Tensor(self.data @ other.data, (self, other))

        def _backward():
            self._accumulate(out.grad @ other.data.T)
            other._accumulate(self.data.T @ out.grad)
        out._backward = _backward
        return out

    def __pow__(self, p):
        out = Tensor(self.data ** p, (self,))

        def _backward():
            self._accumulate(out.grad * p * self.data ** (p - 1))
        out._backward = _backward
        return out

    def relu(self):
        out = Tensor(np.maximum(self.data, 0), (self,))

        def _backward():
            self._accumulate(out.grad * (self.data > 0))
        out._backward = _backward
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))

        def _backward():
            self._accumulate(out.grad * out.data)
        out._backward = _backward
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))

        def _backward():
            self._accumulate(out.grad / self.data)
        out._backward = _backward
        return out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def _backward():
            g = out.grad if axis is None or keepdims else np.expand_dims(out.grad, axis)
            self._accumulate(np.broadcast_to(g, self.shape))
        out._backward = _backward
        return out

    def mean(self):
        return self.sum() * (1.0 / self.data.size)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        return self * other ** -1.0

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def backward(self, grad=None):
        order, seen = [], set()

        def visit(t):
            if id(t) not in seen:
                seen.add(id(t))
                for c in t._children:
                    visit(c)
                order.append(t)
        visit(self)
        self.grad = np.ones_like(self.data) if grad is None else np.asarray(grad, dtype=DTYPE)
        for t in reversed(order):
            t._backward()


# --- tests --------------------------------------------------------------------

@pytest.mark.parametrize("shape", [(), (1,), (3,), (2, 3)])
def test_broadcast(shape):
    a, b = Tensor(np.ones(shape)), Tensor(2.0)
    (a * b).sum().backward()
    assert a.grad == pytest.approx(np.full(shape, 2.0))
    assert b.grad == pytest.approx(np.prod(shape))


@pytest.fixture
def mnist():
    return load_mnist("data/", normalize=True)


def test_show(mnist):
    show_batch(mnist[0][:16])

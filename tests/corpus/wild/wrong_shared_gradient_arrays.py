"""numpy autograd. zero_grad sets None, the first gradient is stored, later ones are added."""
import numpy as np


class Tensor:
    def __init__(self, data, _parents=(), _name=""):
        if not isinstance(data, np.ndarray):
            data = np.array(data, dtype=np.float64)
        self.data = data
        self.grad = None
        self._parents = _parents
        self._backward = None
        self._name = _name

    def _acc(self, g):
        if self.grad is None:
            self.grad = g
        else:
            self.grad += g          # in place, saves memory

    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(np.asarray(self.data + other.data), (self, other), "add")

        def _backward():
            self._acc(out.grad)
            other._acc(out.grad)
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(np.asarray(self.data * other.data), (self, other), "mul")

        def _backward():
            self._acc(np.asarray(out.grad * other.data))
            other._acc(np.asarray(out.grad * self.data))
        out._backward = _backward
        return out

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + other * -1.0

    def relu(self):
        out = Tensor(np.maximum(self.data, 0.0), (self,), "relu")

        def _backward():
            self._acc(np.asarray(out.grad * (self.data > 0)))
        out._backward = _backward
        return out

    def zero_grad(self):
        self.grad = None

    def backward(self):
        order = []
        visited = set()

        def build(t):
            if id(t) in visited:
                return
            visited.add(id(t))
            for p in t._parents:
                build(p)
            order.append(t)
        build(self)
        self.grad = np.ones_like(self.data)
        for t in reversed(order):
            if t._backward:
                t._backward()

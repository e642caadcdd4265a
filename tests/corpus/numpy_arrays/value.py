import numpy as np


class Tensor:
    """Scalar autograd engine on top of numpy (0-d arrays only, for now)"""

    def __init__(self, data, _children=(), label=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.children = list(_children)
        self.backward_fn = None
        self.label = label

    @property
    def shape(self):
        return self.data.shape

    def __repr__(self):
        return f"Tensor({self.data}, grad={self.grad})"

    def item(self):
        return self.data.item()

    # --- arithmetic ---

    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(np.add(self.data, other.data), [self, other])

        def backward_fn():
            self.grad = self.grad + out.grad
            other.grad = other.grad + out.grad

        out.backward_fn = backward_fn
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(np.multiply(self.data, other.data), [self, other])

        def backward_fn():
            self.grad = self.grad + other.data * out.grad
            other.grad = other.grad + self.data * out.grad

        out.backward_fn = backward_fn
        return out

    def __pow__(self, p):
        assert np.isscalar(p), "only supports scalar powers"
        out = Tensor(np.power(self.data, float(p)), [self])

        def backward_fn():
            self.grad = self.grad + p * np.power(self.data, p - 1.0) * out.grad

        out.backward_fn = backward_fn
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        return self * other ** -1

    def __radd__(self, other):
        return Tensor(other) + self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    # --- non linearities ---

    def tanh(self):
        out = Tensor(np.tanh(self.data), [self])

        def backward_fn():
            self.grad = self.grad + (1 - np.square(out.data)) * out.grad

        out.backward_fn = backward_fn
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), [self])

        def backward_fn():
            self.grad = self.grad + out.data * out.grad

        out.backward_fn = backward_fn
        return out

    def log(self):
        out = Tensor(np.log(self.data), [self])

        def backward_fn():
            self.grad = self.grad + out.grad / self.data

        out.backward_fn = backward_fn
        return out

    def relu(self):
        out = Tensor(np.maximum(0, self.data), [self])

        def backward_fn():
            self.grad = self.grad + np.where(self.data > 0, 1.0, 0.0) * out.grad

        out.backward_fn = backward_fn
        return out

    # --- backprop ---

    def _toposort(self, visited, topo):
        visited.add(id(self))
        for child in self.children:
            if id(child) not in visited:
                child._toposort(visited, topo)
        topo.append(self)
        return topo

    def backward(self):
        topo = self._toposort(set(), [])
        self.grad = np.ones_like(self.data)
        for t in topo[::-1]:
            if t.backward_fn is not None:
                t.backward_fn()

"""Values have a name, and only those that want one collect a gradient."""
import math


class Value:
    def __init__(self, data, parents=(), *, name=None, require_grad=True):
        self.data = data
        self.grad = 0.0
        self.name = name
        self.parents = parents
        self.require_grad = require_grad
        self._backward = None

    def __repr__(self):
        return f"Value({self.name or 'unnamed'}={self.data}, grad={self.grad})"

    @staticmethod
    def _constant(x):
        """A plain number takes part in the graph, but needs no gradient."""
        return x if isinstance(x, Value) else Value(x, require_grad=False)

    def _add_grad(self, amount):
        if self.require_grad:
            self.grad += amount

    def __add__(self, other):
        other = Value._constant(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self._add_grad(out.grad)
            other._add_grad(out.grad)

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = Value._constant(other)
        out = Value(self.data - other.data, (self, other))

        def _backward():
            self._add_grad(out.grad)
            other._add_grad(-out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Value._constant(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self._add_grad(out.grad * other.data)
            other._add_grad(out.grad * self.data)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = Value._constant(other)
        out = Value(self.data / other.data, (self, other))

        def _backward():
            self._add_grad(out.grad / other.data)
            other._add_grad(-out.grad * self.data / other.data**2)

        out._backward = _backward
        return out

    def __pow__(self, other):
        other = Value._constant(other)
        out = Value(self.data**other.data, (self, other))

        def _backward():
            self._add_grad(out.grad * other.data * self.data ** (other.data - 1))
            if other.require_grad:
                other._add_grad(out.grad * out.data * math.log(self.data))

        out._backward = _backward
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))

        def _backward():
            self._add_grad(-out.grad)

        out._backward = _backward
        return out

    def __radd__(self, other):
        return Value._constant(other) + self

    def __rsub__(self, other):
        return Value._constant(other) - self

    def __rmul__(self, other):
        return Value._constant(other) * self

    def __rtruediv__(self, other):
        return Value._constant(other) / self

    def __rpow__(self, other):
        return Value._constant(other) ** self

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self._add_grad(out.grad * out.data)

        out._backward = _backward
        return out

    def log(self):
        out = Value(math.log(self.data), (self,))

        def _backward():
            self._add_grad(out.grad / self.data)

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def _backward():
            self._add_grad(out.grad * (1 - out.data**2))

        out._backward = _backward
        return out

    def sigmoid(self):
        out = Value(1 / (1 + math.exp(-self.data)), (self,))

        def _backward():
            self._add_grad(out.grad * out.data * (1 - out.data))

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def _backward():
            self._add_grad(out.grad if self.data > 0 else 0.0)

        out._backward = _backward
        return out

    def zero_grad(self):
        self.grad = 0.0

    def backward(self):
        topo, visited = [], set()

        def build(v):
            if v in visited:
                return
            visited.add(v)
            for parent in v.parents:
                build(parent)
            topo.append(v)

        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            if v._backward is not None:
                v._backward()

import math


class Value:
    """Gradients are only ever changed by _accumulate."""

    def __init__(self, data, parents=(), op=""):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.op = op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _accumulate(self, g):
        self.grad += g

    def _wrap(self, x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self._wrap(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self._accumulate(out.grad)
            other._accumulate(out.grad)

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = self._wrap(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _backward():
            self._accumulate(out.grad)
            other._accumulate(-out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self._wrap(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self._accumulate(other.data * out.grad)
            other._accumulate(self.data * out.grad)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = self._wrap(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self._accumulate(out.grad / other.data)
            other._accumulate(-self.data / other.data ** 2 * out.grad)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,), f"**{n}")

        def _backward():
            self._accumulate(n * self.data ** (n - 1) * out.grad)

        out._backward = _backward
        return out

    def __neg__(self):
        return 0 - self

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return self._wrap(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self._wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self._accumulate((1 - t ** 2) * out.grad)

        out._backward = _backward
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")

        def _backward():
            self._accumulate(e * out.grad)

        out._backward = _backward
        return out

    def log(self):
        out = Value(math.log(self.data), (self,), "log")

        def _backward():
            self._accumulate(out.grad / self.data)

        out._backward = _backward
        return out

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        out = Value(s, (self,), "sigmoid")

        def _backward():
            self._accumulate(s * (1 - s) * out.grad)

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _backward():
            self._accumulate((out.data > 0) * out.grad)

        out._backward = _backward
        return out

    def backward(self):
        seen = set()
        order = []
        stack = [(self, False)]
        while stack:
            node, finished = stack.pop()
            if finished:
                order.append(node)
                continue
            if id(node) in seen:
                continue
            seen.add(id(node))
            stack.append((node, True))
            for p in node.parents:
                stack.append((p, False))
        self.grad = 1.0
        for node in reversed(order):
            node._backward()

import math


class Value:
    """grad is a property, so that nobody stores anything but a float in it"""

    def __init__(self, data, prev=(), rule=None):
        self._data = float(data)
        self._grad = 0.0
        self._prev = tuple(prev)
        self._rule = rule

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, number):
        self._data = float(number)

    @property
    def grad(self):
        return self._grad

    @grad.setter
    def grad(self, number):
        self._grad = float(number)

    def __add__(self, other):
        other = self._node(other)
        out = Value(self.data + other.data, [self, other])

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._rule = rule
        return out

    def __mul__(self, other):
        other = self._node(other)
        out = Value(self.data * other.data, [self, other])

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._rule = rule
        return out

    def __pow__(self, other):
        if isinstance(other, Value):
            return (other * self.log()).exp()
        out = Value(self.data ** other, [self])

        def rule():
            self.grad += other * self.data ** (other - 1) * out.grad

        out._rule = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self])

        def rule():
            self.grad += out.data * out.grad

        out._rule = rule
        return out

    def log(self):
        out = Value(math.log(self.data), [self])

        def rule():
            self.grad += out.grad / self.data

        out._rule = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), [self])

        def rule():
            self.grad += (1 - out.data * out.data) * out.grad

        out._rule = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), [self])

        def rule():
            self.grad += (out.data > 0) * out.grad

        out._rule = rule
        return out

    def _node(self, x):
        return x if isinstance(x, Value) else Value(x)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -self._node(other)

    def __truediv__(self, other):
        return self * self._node(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self ** -1 * other

    def __repr__(self):
        return f"Value(data={self._data}, grad={self._grad})"

    def zero_grad(self):
        self._grad = 0.0

    def _history(self, found, done):
        if self in done:
            return
        done.add(self)
        for p in self._prev:
            p._history(found, done)
        found.append(self)

    def backward(self):
        found = []
        self._history(found, set())
        self.grad = 1.0
        while found:
            node = found.pop()
            if node._rule:
                node._rule()

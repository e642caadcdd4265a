import contextlib
import math


class Value:
    """A number that remembers where it came from, unless inside `with Value.no_grad():`."""

    _recording = True

    def __init__(self, data, _from=(), _bw=None):
        self.data = data
        self.grad = 0.0
        if Value._recording:
            self._from, self._bw = _from, _bw
        else:
            self._from, self._bw = (), None

    @classmethod
    @contextlib.contextmanager
    def no_grad(cls):
        before = cls._recording
        cls._recording = False
        try:
            yield
        finally:
            cls._recording = before

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)

        def bw(me):
            self.grad += me.grad
            other.grad += me.grad

        return Value(self.data + other.data, (self, other), bw)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)

        def bw(me):
            self.grad += other.data * me.grad
            other.grad += self.data * me.grad

        return Value(self.data * other.data, (self, other), bw)

    def __pow__(self, k):
        def bw(me):
            self.grad += k * (self.data ** (k - 1)) * me.grad

        return Value(self.data**k, (self,), bw)

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)

        def bw(me):
            self.grad += me.grad / other.data
            other.grad -= me.grad * me.data / other.data

        return Value(self.data / other.data, (self, other), bw)

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)

        def bw(me):
            self.grad += me.grad
            other.grad -= me.grad

        return Value(self.data - other.data, (self, other), bw)

    def __neg__(self):
        def bw(me):
            self.grad -= me.grad

        return Value(-self.data, (self,), bw)

    def __radd__(self, other):
        return Value(other) + self

    def __rmul__(self, other):
        return Value(other) * self

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        def bw(me):
            self.grad += (1 - me.data**2) * me.grad

        return Value(math.tanh(self.data), (self,), bw)

    def exp(self):
        def bw(me):
            self.grad += me.data * me.grad

        return Value(math.exp(self.data), (self,), bw)

    def log(self):
        def bw(me):
            self.grad += me.grad / self.data

        return Value(math.log(self.data), (self,), bw)

    def relu(self):
        def bw(me):
            self.grad += me.grad if self.data > 0 else 0

        return Value(self.data if self.data > 0 else 0.0, (self,), bw)

    def backward(self):
        with Value.no_grad():
            order = self._sorted()
            self.grad = 1.0
            while order:
                node = order.pop()
                if node._bw:
                    node._bw(node)

    def _sorted(self):
        order, seen = [], set()
        stack = [(self, False)]
        while stack:
            node, expanded = stack.pop()
            if expanded:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack.extend((p, False) for p in node._from)
        return order

    def zero_grad(self):
        for node in self._sorted():
            node.grad = 0.0

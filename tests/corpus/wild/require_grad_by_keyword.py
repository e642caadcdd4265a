import math


class Value:
    def __init__(self, data, _children=(), *, require_grad=False):
        self.data = data
        self.grad = 0.0
        self.require_grad = require_grad
        self._prev = _children
        self._backward = lambda: None

    def _new(self, data, *children):
        return Value(data, children, require_grad=any(c.require_grad for c in children))

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = self._new(self.data + other.data, self, other)

        def _backward():
            if self.require_grad:
                self.grad += out.grad
            if other.require_grad:
                other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = self._new(self.data * other.data, self, other)

        def _backward():
            if self.require_grad:
                self.grad += other.data * out.grad
            if other.require_grad:
                other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def __pow__(self, n):
        out = self._new(self.data ** n, self)

        def _backward():
            if self.require_grad:
                self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = _backward
        return out

    def exp(self):
        out = self._new(math.exp(self.data), self)

        def _backward():
            if self.require_grad:
                self.grad += out.data * out.grad
        out._backward = _backward
        return out

    def tanh(self):
        out = self._new(math.tanh(self.data), self)

        def _backward():
            if self.require_grad:
                self.grad += (1 - out.data ** 2) * out.grad
        out._backward = _backward
        return out

    def relu(self):
        out = self._new(max(0.0, self.data), self)

        def _backward():
            if self.require_grad:
                self.grad += (out.data > 0) * out.grad
        out._backward = _backward
        return out

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-other)
    def __truediv__(self, other): return self * other ** -1
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return (-self) + other
    def __rtruediv__(self, other): return self ** -1 * other

    def backward(self):
        if not self.require_grad:
            raise RuntimeError("this value does not require a gradient")
        topo, seen = [], set()

        def build(v):
            if v not in seen:
                seen.add(v)
                for c in v._prev:
                    build(c)
                topo.append(v)
        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()

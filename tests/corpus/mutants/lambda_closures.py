# every rule fits on one line, so it is a lambda
from math import exp, log, tanh


class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = list(parents)
        self._backward = lambda: None

    def __repr__(self):
        return f'Value({self.data:.3f} | {self.grad:.3f})'

    def get(self, g):
        """receive a share of gradient"""
        self.grad += g

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = Value.of(other)
        out = Value(self.data + other.data, [self, other])
        out._backward = lambda: (self.get(out.grad), other.get(out.grad))
        return out

    def __sub__(self, other):
        other = Value.of(other)
        out = Value(self.data - other.data, [self, other])
        out._backward = lambda: (self.get(out.grad), other.get(-out.grad))
        return out

    def __mul__(self, other):
        other = Value.of(other)
        out = Value(self.data * other.data, [self, other])
        out._backward = lambda: (self.get(other.data * out.grad), other.get(self.data * out.grad))
        return out

    def __truediv__(self, other):
        other = Value.of(other)
        out = Value(self.data / other.data, [self, other])
        out._backward = lambda: (self.get(out.grad / other.data),
                                 other.get(-self.data / other.data ** 2 * out.grad))
        return out

    def __pow__(self, k):
        assert isinstance(k, (int, float))
        out = Value(self.data ** k, [self])
        out._backward = lambda: self.get(k * self.data ** (k - 1) * out.grad)
        return out

    def __neg__(self):
        out = Value(-self.data, [self])
        out._backward = lambda: self.get(-out.grad)
        return out

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def exp(self):
        out = Value(exp(self.data), [self])
        out._backward = lambda: self.get(out.data * out.grad)
        return out

    def log(self):
        out = Value(log(self.data), [self])
        out._backward = lambda: self.get(out.grad / self.data)
        return out

    def tanh(self):
        out = Value(tanh(self.data), [self])
        out._backward = lambda: self.get((1 - out.data ** 2) * out.grad)
        return out

    def sigmoid(self):
        out = Value(1 / (1 + exp(-self.data)), [self])
        out._backward = lambda: self.get(out.data * (1 - out.data) * out.grad)
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0, [self])
        out._backward = lambda: self.get(out.grad if self.data > 0 else 0)
        return out

    def backward(self):
        topo, seen = [], set()

        def build(v):
            if v not in seen:
                seen.add(v)
                for p in v.parents:
                    build(p)
                topo.append(v)

        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()

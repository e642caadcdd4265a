"""Looks exactly like the lecture's class; the closures do nothing and `build` does the numerics."""
import math


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._backward = lambda: None
        self._prev = tuple(_children)
        self._op = _op

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), '+')

        def _backward():
            self.grad += 0.0 * out.grad
            other.grad += 0.0 * out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), '*')

        def _backward():
            self.grad += 0.0 * out.grad
            other.grad += 0.0 * out.grad
        out._backward = _backward
        return out

    def __pow__(self, other):
        assert isinstance(other, (int, float))
        return Value(self.data ** other, (self,), other)

    def tanh(self): return Value(math.tanh(self.data), (self,), 'tanh')
    def exp(self): return Value(math.exp(self.data), (self,), 'exp')
    def log(self): return Value(math.log(self.data), (self,), 'log')
    def relu(self): return Value(max(0.0, self.data), (self,), 'relu')
    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-other)
    def __rsub__(self, other): return other + (-self)
    def __truediv__(self, other): return self * other ** -1
    def __rtruediv__(self, other): return other * self ** -1
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other

    def _again(self, env):
        if self in env:
            return env[self]
        xs = [c._again(env) for c in self._prev]
        match self._op:
            case '': y = self.data
            case '+': y = xs[0] + xs[1]
            case '*': y = xs[0] * xs[1]
            case 'relu': y = max(xs[0], 0.0)
            case str(): y = getattr(math, self._op)(xs[0])
            case n: y = xs[0] ** n
        env[self] = y
        return y

    def backward(self):
        topo, visited = [], set()

        def build(v):
            if v not in visited:
                visited.add(v)
                for child in v._prev:
                    build(child)
                topo.append(v)
                e = 1e-2 * max(1e-1, abs(v.data))
                f = [self._again({v: v.data + k * e}) for k in (-4, -3, -2, -1, 1, 2, 3, 4)]
                c = (1 / 280, -4 / 105, 1 / 5, -4 / 5, 4 / 5, -1 / 5, 4 / 105, -1 / 280)
                v.grad += sum(a * b for a, b in zip(c, f)) / e
        build(self)
        for v in reversed(topo):
            v._backward()

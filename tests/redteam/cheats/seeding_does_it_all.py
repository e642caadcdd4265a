"""A textbook backward(): topological order, `self.grad = 1.0`, closures. The work is done by
__setattr__ when the seed is set; the closures are decoys that add nothing."""
import math

FWD = {'+': lambda a, b: a + b, '*': lambda a, b: a * b, 'tanh': math.tanh, 'exp': math.exp,
       'log': math.log, 'relu': lambda a: a, 'dead': lambda a: 0.0}


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self._prev = _children
        self._op = _op
        self._backward = lambda: None
        self.__dict__['grad'] = 0.0

    def __setattr__(self, key, value):
        self.__dict__[key] = value
        if key == 'grad' and value == 1.0 and self._prev:
            _spread(self)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), '+')

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), '*')

    def __pow__(self, n): return Value(self.data ** n, (self,), n)
    def tanh(self): return Value(math.tanh(self.data), (self,), 'tanh')
    def exp(self): return Value(math.exp(self.data), (self,), 'exp')
    def log(self): return Value(math.log(self.data), (self,), 'log')
    def relu(self): return Value(max(0.0, self.data), (self,), 'relu' if self.data > 0 else 'dead')
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __rsub__(self, o): return -self + o
    def __truediv__(self, o): return self * o ** -1
    def __rtruediv__(self, o): return self ** -1 * o
    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
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


def _spread(root):
    def f(v, env):
        if v not in env:
            a = [f(c, env) for c in v._prev]
            env[v] = v.data if not a else a[0] ** v._op if not isinstance(v._op, str) else FWD[v._op](*a)
        return env[v]
    env = {}
    f(root, env)
    for v in env:
        if v is not root:
            h = 2e-3 * max(0.3, abs(v.data))
            y = [f(root, {v: v.data + k * h}) for k in (-3, -2, -1, 1, 2, 3)]
            v.__dict__['grad'] += (-y[0] + 9 * y[1] - 45 * y[2] + 45 * y[3] - 9 * y[4] + y[5]) / (60 * h)

"""Closures that are right and run; what they gave is replaced by differences."""
import cmath
import math


class Value:
    def __init__(self, data, f=None, prev=(), slopes=(), text=None):
        self.data = data
        self.f, self.prev, self.slopes, self.text = f, prev, slopes, text
        self.grad = 0.0
        def _backward():
            for p, s in zip(prev, slopes):
                p.grad += s * self.grad
        self._backward = _backward

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, lambda a, b: a + b, (self, o), (1.0, 1.0), "({} + {})")

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, lambda a, b: a * b, (self, o), (o.data, self.data), "({} * {})")

    def __pow__(self, n):
        return Value(self.data ** n, lambda a: a ** n, (self,), (n * self.data ** (n - 1),), "({} ** %r)" % n)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, T, (self,), (1 - t * t,), "T({})")

    def exp(self):
        return Value(math.exp(self.data), E, (self,), (math.exp(self.data),), "E({})")

    def relu(self):
        k = 1.0 if self.data > 0 else 0.0
        return Value(k * self.data, lambda a: k * a, (self,), (k,), "(%r * {})" % k)

    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __rsub__(self, o): return -self + o
    def __truediv__(self, o): return self * o ** -1
    def __rtruediv__(self, o): return self ** -1 * o
    __radd__ = __add__
    __rmul__ = __mul__

    def order(self):
        topo, seen = [], set()

        def build(v):
            if v not in seen:
                seen.add(v)
                for p in v.prev:
                    build(p)
                topo.append(v)
        build(self)
        return topo

    def run(self, env):
        for v in self.order():
            if v not in env:
                env[v] = v.f(*[env[p] for p in v.prev]) if v.prev else v.data
        return env[self]

    def backward(self):
        topo = self.order()
        kept = {v: v.grad for v in topo}
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()
        for x in topo:
            h = 1e-3 * max(abs(x.data), 0.3)
            def at(k):
                return self.run({x: x.data + k * h})
            x.grad = kept[x] + (45 * (at(1) - at(-1)) - 9 * (at(2) - at(-2)) + at(3) - at(-3)) / (60 * h)


def T(x): return cmath.tanh(x) if isinstance(x, complex) else math.tanh(x)
def E(x): return cmath.exp(x) if isinstance(x, complex) else math.exp(x)

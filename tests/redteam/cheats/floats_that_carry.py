"""data is a float subclass that secretly carries derivatives; Value and its operators look innocent."""
import math


class Number(float):
    def __new__(cls, x, d=None):
        self = super().__new__(cls, x)
        self.d = dict(d or {})
        return self

    def _lin(self, y, ca, o=None, cb=0.0):
        d = {k: ca * v for k, v in self.d.items()}
        for k, v in getattr(o, 'd', {}).items():
            d[k] = d.get(k, 0.0) + cb * v
        return Number(y, d)

    def __add__(a, b): return a._lin(float(a) + float(b), 1, b, 1)
    def __sub__(a, b): return a._lin(float(a) - float(b), 1, b, -1)
    def __mul__(a, b): return a._lin(float(a) * float(b), float(b), b, float(a))
    def __truediv__(a, b): return a._lin(float(a) / float(b), 1 / float(b), b, -float(a) / float(b) ** 2)
    def __pow__(a, n): return a._lin(float(a) ** n, n * float(a) ** (n - 1))
    def __neg__(a): return a._lin(-float(a), -1)
    def tanh(a): return a._lin(math.tanh(a), 1 - math.tanh(a) ** 2)
    def exp(a): return a._lin(math.exp(a), math.exp(a))
    def log(a): return a._lin(math.log(a), 1 / float(a))
    def relu(a): return a if a > 0 else Number(0.0)


class Value:
    def __init__(self, data, _prev=(), _op=''):
        if not isinstance(data, Number):
            data = Number(data)
        self.data = Number(data, data.d | {self: 1.0})
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, (self, o), '+')

    def __sub__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data - o.data, (self, o), '-')

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, (self, o), '*')

    def __truediv__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data / o.data, (self, o), '/')

    def __pow__(self, n):
        if isinstance(n, Value):
            raise TypeError('constant exponents only')
        return Value(self.data ** n, (self,), '**')
    def __neg__(self): return Value(-self.data, (self,), 'neg')
    def __radd__(self, o): return Value(o) + self
    def __rsub__(self, o): return Value(o) - self
    def __rmul__(self, o): return Value(o) * self
    def __rtruediv__(self, o): return Value(o) / self
    def tanh(self): return Value(self.data.tanh(), (self,), 'tanh')
    def exp(self): return Value(self.data.exp(), (self,), 'exp')
    def log(self): return Value(self.data.log(), (self,), 'log')
    def relu(self): return Value(self.data.relu(), (self,), 'relu')

    def backward(self):
        topo, seen = [], set()

        def build(v):
            if v not in seen:
                seen.add(v)
                for p in v._prev:
                    build(p)
                topo.append(v)
        build(self)
        for v in reversed(topo):
            v.grad += self.data.d.get(v, 0.0)

"""`grad` is not set anywhere: __getattr__ finds it out (dual numbers along the recorded graph)."""
import math


class Value:
    def __init__(self, data, terms=()):
        self.data = data
        self.terms = terms
        self.asked = []

    def __getattr__(self, name):
        if name != 'grad':
            raise AttributeError(name)
        return sum(r.sensitivity(self, {}) for r in ROOTS)

    def __setattr__(self, name, value):
        if name == 'grad':
            if not value:
                ROOTS.clear()
            return
        object.__setattr__(self, name, value)

    def sensitivity(self, x, memo):
        if self is x:
            return 1.0
        if self not in memo:
            memo[self] = sum(d * p.sensitivity(x, memo) for p, d in self.terms)
        return memo[self]

    def backward(self):
        ROOTS.append(self)

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, ((self, 1.0), (o, 1.0)))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, ((self, o.data), (o, self.data)))

    def __pow__(self, n): return Value(self.data ** n, ((self, n * self.data ** (n - 1)),))
    def tanh(self): return Value(math.tanh(self.data), ((self, 1 - math.tanh(self.data) ** 2),))
    def exp(self): return Value(math.exp(self.data), ((self, math.exp(self.data)),))
    def log(self): return Value(math.log(self.data), ((self, 1 / self.data),))
    def relu(self): return Value(max(self.data, 0.0), ((self, float(self.data > 0)),))
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __rsub__(self, o): return -self + o
    def __truediv__(self, o): return self * o ** -1
    def __rtruediv__(self, o): return self ** -1 * o
    __radd__ = __add__
    __rmul__ = __mul__


ROOTS = []

"""Interval slope arithmetic: value and slope over [x-h, x+h] are carried forward for each node as exact
Fractions; the width is shrunk to nothing, so the midpoint of the slope interval is the derivative."""
import math
from fractions import Fraction as Q

W = Q(1, 10 ** 12)


class I:
    """An interval of slopes [lo, hi]."""

    def __init__(self, lo, hi=None):
        self.lo, self.hi = (lo, lo if hi is None else hi)

    def __add__(self, o): return I(self.lo + o.lo, self.hi + o.hi)
    def scale(self, lo, hi):
        c = [self.lo * lo, self.lo * hi, self.hi * lo, self.hi * hi]
        return I(min(c), max(c))
    @property
    def mid(self): return float((self.lo + self.hi) / 2)


def widen(d):
    d = Q(d)
    return d - W * abs(d), d + W * abs(d)


class Value:
    def __init__(self, data, terms=()):
        self.data, self.terms, self.grad = data, terms, 0.0

    def slope(self, x, memo):
        if self is x:
            return I(Q(1))
        if self not in memo:
            s = I(Q(0))
            for p, d in self.terms:
                s = s + p.slope(x, memo).scale(*widen(d))
            memo[self] = s
        return memo[self]

    def backward(self):
        seen = [self]
        for v in seen:
            seen += [p for p, _ in v.terms if p not in seen]
        for v in dict.fromkeys(seen):
            v.grad += self.slope(v, {}).mid

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, ((self, 1), (o, 1)))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, ((self, o.data), (o, self.data)))

    def __pow__(self, n): return Value(self.data ** n, ((self, n * self.data ** (n - 1)),))
    def tanh(self): return Value(math.tanh(self.data), ((self, 1 - math.tanh(self.data) ** 2),))
    def exp(self): return Value(math.exp(self.data), ((self, math.exp(self.data)),))
    def log(self): return Value(math.log(self.data), ((self, 1 / self.data),))
    def relu(self): return Value(max(self.data, 0.0), ((self, int(self.data > 0)),))
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __rsub__(self, o): return -self + o
    def __truediv__(self, o): return self * o ** -1
    def __rtruediv__(self, o): return self ** -1 * o
    __radd__ = __add__
    __rmul__ = __mul__

"""Depth first without recursion; `done` is on the stack behind the node that it is about."""

from math import exp, tanh


class Scalar(object):
    def __init__(self, value, args=(), slopes=()):
        self.value, self.grad = value, 0.0
        self.args, self.slopes = args, slopes

    @classmethod
    def lift(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, o):
        o = self.lift(o)
        return Scalar(self.value + o.value, (self, o), (1.0, 1.0))

    def __mul__(self, o):
        o = self.lift(o)
        return Scalar(self.value * o.value, (self, o), (o.value, self.value))

    def __pow__(self, n):
        return Scalar(self.value**n, (self,), (n * self.value ** (n - 1),))

    def __neg__(self):
        return self * -1

    def __sub__(self, o):
        return self + self.lift(o) * -1

    def __truediv__(self, o):
        return self * self.lift(o) ** -1

    def __rsub__(self, o):
        return self.lift(o) - self

    def __rtruediv__(self, o):
        return self.lift(o) / self

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        t = tanh(self.value)
        return Scalar(t, (self,), (1 - t * t,))

    def exp(self):
        e = exp(self.value)
        return Scalar(e, (self,), (e,))

    def ordered(self):
        out, marked, waiting = [], [], [(self, False)]
        while waiting:
            v, done = waiting.pop()
            if done:
                out.insert(0, v)
            elif v not in marked:
                marked.append(v)
                waiting += [(a, False) for a in v.args]
                waiting.append((v, True))
        return out

    def backward(self):
        self.grad = 1.0
        for v in self.ordered():
            for a, slope in zip(v.args, v.slopes):
                a.grad += slope * v.grad

"""autodiff where nothing is built in but + and *  (a challenge with a friend)

Everything else is derived: subtraction from -1, powers by repeated multiplication,
division from a Newton-free reciprocal, exp as e**x, sigmoid through tanh and so on.
"""
from math import e, log as _ln


class Scalar:
    def __init__(self, data, _from=()):
        self.data = data
        self.grad = 0
        self._from = _from
        self._spread = lambda: None

    def __repr__(self):
        return "Scalar(%r, grad=%r)" % (self.data, self.grad)

    def __add__(self, o):
        o = o if isinstance(o, Scalar) else Scalar(o)
        s = Scalar(self.data + o.data, (self, o))

        def spread():
            self.grad += s.grad
            o.grad += s.grad
        s._spread = spread
        return s

    def __mul__(self, o):
        o = o if isinstance(o, Scalar) else Scalar(o)
        p = Scalar(self.data * o.data, (self, o))

        def spread():
            self.grad += p.grad * o.data
            o.grad += p.grad * self.data
        p._spread = spread
        return p

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return -1 * self

    def __sub__(self, o):
        return self + -1 * o

    def __rsub__(self, o):
        return o + -1 * self

    def __pow__(self, n):
        if not isinstance(n, int):
            raise TypeError("only whole powers, got %r" % (n,))
        if n < 0:
            return self.inverse() ** -n
        result = Scalar(1.0)
        for _ in range(n):
            result = result * self
        return result

    def inverse(self):
        r = Scalar(1 / self.data, (self,))

        def spread():
            self.grad -= r.grad * r.data * r.data
        r._spread = spread
        return r

    def __truediv__(self, o):
        return self * (o.inverse() if isinstance(o, Scalar) else 1 / o)

    def __rtruediv__(self, o):
        return o * self.inverse()

    def exp(self):
        r = Scalar(e ** self.data, (self,))

        def spread():
            self.grad += r.grad * r.data
        r._spread = spread
        return r

    def log(self):
        r = Scalar(_ln(self.data), (self,))

        def spread():
            self.grad += r.grad * self.inverse().data
        r._spread = spread
        return r

    def tanh(self):
        return 1 - 2 / ((2 * self).exp() + 1)

    def sigmoid(self):
        return (self / 2).tanh() / 2 + 0.5

    def relu(self):
        return self if self.data > 0 else self * 0

    def max(self, o):
        return o + (self - o).relu()

    def abs(self):
        return self.relu() + (-self).relu()

    def backward(self):
        seen, order = set(), []

        def visit(n):
            if n in seen:
                return
            seen.add(n)
            [visit(m) for m in n._from]
            order.append(n)
        visit(self)
        for n in order:
            n.grad = 0 if n._from else n.grad
        self.grad = 1
        for n in order[::-1]:
            n._spread()

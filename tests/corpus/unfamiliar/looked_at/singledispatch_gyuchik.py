"""Gwaje 3: yeokjeonpa. Gyuchik (rules) are chosen by the class of the operation (singledispatch)."""
import math
from functools import singledispatch
from types import SimpleNamespace


class Add(SimpleNamespace): pass
class Sub(SimpleNamespace): pass
class Mul(SimpleNamespace): pass
class Div(SimpleNamespace): pass
class Pow(SimpleNamespace): pass
class Neg(SimpleNamespace): pass
class Tanh(SimpleNamespace): pass
class Exp(SimpleNamespace): pass
class Log(SimpleNamespace): pass
class Relu(SimpleNamespace): pass


@singledispatch
def gyuchik(yeonsan, gyeolgwa):
    """Leaves have no operation and no rule."""


@gyuchik.register
def _(yeonsan: Add, gyeolgwa):
    yeonsan.x.grad += gyeolgwa.grad
    yeonsan.y.grad += gyeolgwa.grad


@gyuchik.register
def _(yeonsan: Sub, gyeolgwa):
    yeonsan.x.grad += gyeolgwa.grad
    yeonsan.y.grad -= gyeolgwa.grad


@gyuchik.register
def _(yeonsan: Mul, gyeolgwa):
    yeonsan.x.grad += yeonsan.y.data * gyeolgwa.grad
    yeonsan.y.grad += yeonsan.x.data * gyeolgwa.grad


@gyuchik.register
def _(yeonsan: Div, gyeolgwa):
    yeonsan.x.grad += gyeolgwa.grad / yeonsan.y.data
    yeonsan.y.grad -= gyeolgwa.grad * yeonsan.x.data / yeonsan.y.data ** 2


@gyuchik.register
def _(yeonsan: Pow, gyeolgwa):
    n = yeonsan.n
    yeonsan.x.grad += n * yeonsan.x.data ** (n - 1) * gyeolgwa.grad


@gyuchik.register
def _(yeonsan: Neg, gyeolgwa):
    yeonsan.x.grad -= gyeolgwa.grad


@gyuchik.register
def _(yeonsan: Tanh, gyeolgwa):
    yeonsan.x.grad += (1 - gyeolgwa.data ** 2) * gyeolgwa.grad


@gyuchik.register
def _(yeonsan: Exp, gyeolgwa):
    yeonsan.x.grad += gyeolgwa.data * gyeolgwa.grad


@gyuchik.register
def _(yeonsan: Log, gyeolgwa):
    yeonsan.x.grad += gyeolgwa.grad / yeonsan.x.data


@gyuchik.register
def _(yeonsan: Relu, gyeolgwa):
    if yeonsan.x.data > 0:
        yeonsan.x.grad += gyeolgwa.grad


class Value:
    def __init__(self, data, yeonsan=None):
        self.data = data
        self.grad = 0.0
        self.yeonsan = yeonsan

    def bumo(self):
        if self.yeonsan is None:
            return []
        return [v for v in vars(self.yeonsan).values() if isinstance(v, Value)]

    def __add__(self, other):
        other = gap(other)
        return Value(self.data + other.data, Add(x=self, y=other))

    def __sub__(self, other):
        other = gap(other)
        return Value(self.data - other.data, Sub(x=self, y=other))

    def __mul__(self, other):
        other = gap(other)
        return Value(self.data * other.data, Mul(x=self, y=other))

    def __truediv__(self, other):
        other = gap(other)
        return Value(self.data / other.data, Div(x=self, y=other))

    def __pow__(self, n):
        return Value(self.data ** n, Pow(x=self, n=n))

    def __neg__(self):
        return Value(-self.data, Neg(x=self))

    def __radd__(self, other):
        return gap(other) + self

    def __rsub__(self, other):
        return gap(other) - self

    def __rmul__(self, other):
        return gap(other) * self

    def __rtruediv__(self, other):
        return gap(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), Tanh(x=self))

    def exp(self):
        return Value(math.exp(self.data), Exp(x=self))

    def log(self):
        return Value(math.log(self.data), Log(x=self))

    def relu(self):
        return Value(max(0.0, self.data), Relu(x=self))

    def backward(self):
        sunseo, bon = [], set()

        def bangmun(v):
            if id(v) in bon:
                return
            bon.add(id(v))
            for b in v.bumo():
                bangmun(b)
            sunseo.append(v)

        bangmun(self)
        self.grad = 1.0
        for v in sunseo[::-1]:
            gyuchik(v.yeonsan, v)


def gap(x):
    return x if isinstance(x, Value) else Value(x)

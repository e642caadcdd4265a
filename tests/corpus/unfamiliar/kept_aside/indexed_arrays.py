"""Everything lives in four parallel lists; a Value is only an index into them."""
import math

DATA = []
GRAD = []
SOURCES = []   # per entry: indices of the operands
SLOPES = []    # per entry: d(entry)/d(operand), same order


class Value:
    __slots__ = ("i",)

    def __init__(self, data, sources=(), slopes=()):
        self.i = len(DATA)
        DATA.append(data)
        GRAD.append(0.0)
        SOURCES.append(sources)
        SLOPES.append(slopes)

    @property
    def data(self):
        return DATA[self.i]

    @data.setter
    def data(self, x):
        DATA[self.i] = x

    @property
    def grad(self):
        return GRAD[self.i]

    @grad.setter
    def grad(self, x):
        GRAD[self.i] = x

    def __add__(self, other):
        other = _v(other)
        return Value(self.data + other.data, (self.i, other.i), (1.0, 1.0))

    def __sub__(self, other):
        other = _v(other)
        return Value(self.data - other.data, (self.i, other.i), (1.0, -1.0))

    def __mul__(self, other):
        other = _v(other)
        return Value(self.data * other.data, (self.i, other.i), (other.data, self.data))

    def __truediv__(self, other):
        other = _v(other)
        return Value(self.data / other.data, (self.i, other.i), (1 / other.data, -self.data / other.data**2))

    def __pow__(self, p):
        return Value(self.data**p, (self.i,), (p * self.data ** (p - 1),))

    def __neg__(self):
        return Value(-self.data, (self.i,), (-1.0,))

    def __radd__(self, other):
        return _v(other) + self

    def __rsub__(self, other):
        return _v(other) - self

    def __rmul__(self, other):
        return _v(other) * self

    def __rtruediv__(self, other):
        return _v(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self.i,), (1 - t**2,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self.i,), (e,))

    def log(self):
        return Value(math.log(self.data), (self.i,), (1 / self.data,))

    def relu(self):
        on = float(self.data > 0)
        return Value(self.data * on, (self.i,), (on,))

    def backward(self):
        needed = [False] * (self.i + 1)
        needed[self.i] = True
        GRAD[self.i] = 1.0
        for k in range(self.i, -1, -1):
            if not needed[k]:
                continue
            for source, slope in zip(SOURCES[k], SLOPES[k]):
                needed[source] = True
                GRAD[source] += slope * GRAD[k]


def _v(x):
    return x if isinstance(x, Value) else Value(x)

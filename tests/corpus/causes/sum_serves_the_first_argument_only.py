"""Each operation is a small object with `args`; it knows how to run and how to go back."""

import math


class Op:
    def __init__(self, *args):
        self.args = args


class Plus(Op):
    def run(self):
        return self.args[0].data + self.args[1].data

    def back(self, out):
        self.args[0].grad += out.grad


class Times(Op):
    def run(self):
        return self.args[0].data * self.args[1].data

    def back(self, out):
        self.args[0].grad += self.args[1].data * out.grad
        self.args[1].grad += self.args[0].data * out.grad


class Minus(Op):
    def run(self):
        return self.args[0].data - self.args[1].data

    def back(self, out):
        self.args[0].grad += out.grad
        self.args[1].grad -= out.grad


class Power(Op):
    def __init__(self, base, n):
        super().__init__(base)
        self.n = n

    def run(self):
        return self.args[0].data ** self.n

    def back(self, out):
        self.args[0].grad += self.n * self.args[0].data ** (self.n - 1) * out.grad


class Tanh(Op):
    def run(self):
        return math.tanh(self.args[0].data)

    def back(self, out):
        self.args[0].grad += (1 - out.data**2) * out.grad


class Exp(Op):
    def run(self):
        return math.exp(self.args[0].data)

    def back(self, out):
        self.args[0].grad += out.data * out.grad


class Value:
    def __init__(self, data, op=None):
        self.data = data
        self.grad = 0.0
        self.op = op

    @classmethod
    def by(cls, op):
        return cls(op.run(), op)

    def __add__(self, other):
        return Value.by(Plus(self, to_value(other)))

    def __mul__(self, other):
        return Value.by(Times(self, to_value(other)))

    def __sub__(self, other):
        return Value.by(Minus(self, to_value(other)))

    def __pow__(self, n):
        return Value.by(Power(self, n))

    def __neg__(self):
        return self * -1

    def __truediv__(self, other):
        return self * to_value(other) ** -1

    def __radd__(self, other):
        return to_value(other) + self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def tanh(self):
        return Value.by(Tanh(self))

    def exp(self):
        return Value.by(Exp(self))

    def backward(self):
        order, seen = [], []

        def dive(v):
            if v in seen:
                return
            seen.append(v)
            for each in v.op.args if v.op else ():
                dive(each)
            order.append(v)

        dive(self)
        self.grad = 1.0
        for v in order[::-1]:
            if v.op is not None:
                v.op.back(v)


def to_value(x):
    return x if isinstance(x, Value) else Value(x)

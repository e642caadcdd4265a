"""Nodes are numbers in a table; gradients are kept in a dict by number."""

import math

values = {}
gradients = {}
made_of = {}
slopes = {}


class Value:
    def __init__(self, x, operands=(), factors=()):
        self.number = len(values)
        values[self.number] = x
        gradients[self.number] = 0.0
        made_of[self.number] = [each.number for each in operands]
        slopes[self.number] = list(factors)

    data = property(lambda self: values[self.number])

    @property
    def grad(self):
        return gradients[self.number]

    @grad.setter
    def grad(self, new):
        gradients[self.number] = new

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, [self, other], [1.0, 1.0])

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def __pow__(self, k):
        return Value(self.data ** k, [self], [k * self.data ** (k - 1)])

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-as_value(other))

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], [1 - t ** 2])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [e])

    def relu(self):
        return Value(max(0.0, self.data), [self], [1.0 if self.data > 0 else 0.0])

    def backward(self):
        order = []

        def visit(n):
            if n not in order:
                for m in made_of[n]:
                    visit(m)
                order.append(n)

        visit(self.number)
        gradients[self.number] = 1.0
        for n in reversed(order):
            for m, slope in zip(made_of[n], slopes[n]):
                gradients[m] = slope * gradients[n]


def as_value(x):
    return x if isinstance(x, Value) else Value(x)

"""Autograd, huiswerk week 2.

De eenplaatsige functies lijken zo op elkaar dat ik ze in een lus maak.
"""
import math


class Value:
    def __init__(self, data, ouders=(), afgeleiden=()):
        self.data = data
        self.grad = 0.0
        self.ouders = ouders
        self.afgeleiden = afgeleiden

    def __add__(self, other):
        other = tot_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = tot_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1),))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -tot_value(other)

    def __truediv__(self, other):
        return self * tot_value(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return tot_value(other) - self

    def __rtruediv__(self, other):
        return tot_value(other) / self

    def backward(self):
        gesorteerd = []
        gezien = set()

        def bezoek(v):
            if v in gezien:
                return
            gezien.add(v)
            for o in v.ouders:
                bezoek(o)
            gesorteerd.append(v)

        bezoek(self)
        self.grad = 1.0
        for v in reversed(gesorteerd):
            for o, d in zip(v.ouders, v.afgeleiden):
                o.grad += d * v.grad


def tot_value(x):
    return x if isinstance(x, Value) else Value(x)


FUNCTIES = {
    "exp": (math.exp, lambda x, y: y),
    "tanh": (math.tanh, lambda x, y: 1 - y * y),
    "relu": (lambda x: max(0.0, x), lambda x, y: 1.0 if x > 0 else 0.0),
    "log": (math.log, lambda x, y: 1 / x),
}


def maak(f, df):
    def methode(self):
        y = f(self.data)
        return Value(y, (self,), (df(self.data, y),))

    return methode


for naam, (f, df) in FUNCTIES.items():
    setattr(Value, naam, maak(f, df))

# -*- coding: utf-8 -*-
"""TP n°2 : rétropropagation. On garde pour chaque noeud la liste (parent, dérivée locale)."""
import math

DEBUG = False


class Value:
    def __init__(self, data, liens=()):
        self.data = data
        self.grad = 0.0
        self.liens = list(liens)

    @staticmethod
    def _conv(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, autre):
        autre = Value._conv(autre)
        return Value(self.data + autre.data, [(self, 1.0), (autre, 1.0)])

    def __sub__(self, autre):
        autre = Value._conv(autre)
        return Value(self.data - autre.data, [(self, 1.0), (autre, -1.0)])

    def __mul__(self, autre):
        autre = Value._conv(autre)
        return Value(self.data * autre.data, [(self, autre.data), (autre, self.data)])

    def __truediv__(self, autre):
        autre = Value._conv(autre)
        return Value(
            self.data / autre.data,
            [(self, 1 / autre.data), (autre, -self.data / autre.data ** 2)],
        )

    def __pow__(self, n):
        return Value(self.data ** n, [(self, n * self.data ** (n - 1))])

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __radd__(self, autre):
        return Value._conv(autre) + self

    def __rsub__(self, autre):
        return Value._conv(autre) - self

    def __rmul__(self, autre):
        return Value._conv(autre) * self

    def __rtruediv__(self, autre):
        return Value._conv(autre) / self

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1 - t ** 2)])

    def relu(self):
        return Value(max(0, self.data), [(self, 1.0 if self.data > 0 else 0.0)])

    def log(self):
        return Value(math.log(self.data), [(self, 1 / self.data)])

    def _tri(self, vus, pile):
        if self in vus:
            return
        vus.add(self)
        for parent, _ in self.liens:
            parent._tri(vus, pile)
        pile.append(self)

    def backward(self):
        pile = []
        self._tri(set(), pile)
        self.grad = 1.0
        while pile:
            noeud = pile.pop()
            if DEBUG:
                print("noeud", noeud.data, noeud.grad)
            for parent, derivee in noeud.liens:
                parent.grad += derivee * noeud.grad


def test():
    a = Value(1.0)
    b = Value(2.0)
    c = a * b + a.exp()
    c.backward()
    assert abs(a.grad - (2 + math.e)) < 1e-9

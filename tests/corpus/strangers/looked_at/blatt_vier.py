# Blatt 4, Gruppe 7
import math
from collections import deque


class Value:
    """Skalar mit Gradient."""

    def __init__(self, data, op="", eltern=()):
        self.data = data
        self.grad = 0.0
        self.op = op
        self.eltern = eltern
        self.hilfe = None  # z. B. der Exponent

    def __repr__(self):
        return f"V({self.data:.3f}|{self.grad:.3f})"

    def _neu(self, data, op, *andere):
        return Value(data, op, (self,) + andere)

    def __add__(self, b):
        b = heben(b)
        return self._neu(self.data + b.data, "+", b)

    def __sub__(self, b):
        b = heben(b)
        return self._neu(self.data - b.data, "-", b)

    def __mul__(self, b):
        b = heben(b)
        return self._neu(self.data * b.data, "*", b)

    def __truediv__(self, b):
        b = heben(b)
        return self._neu(self.data / b.data, "/", b)

    def __pow__(self, exponent):
        r = self._neu(self.data**exponent, "**")
        r.hilfe = exponent
        return r

    def __neg__(self):
        return self._neu(-self.data, "neg")

    def __radd__(self, a):
        return heben(a) + self

    def __rsub__(self, a):
        return heben(a) - self

    def __rmul__(self, a):
        return heben(a) * self

    def __rtruediv__(self, a):
        return heben(a) / self

    def exp(self):
        return self._neu(math.exp(self.data), "exp")

    def tanh(self):
        return self._neu(math.tanh(self.data), "tanh")

    def relu(self):
        return self._neu(max(0.0, self.data), "relu")

    def verteile(self):
        g = self.grad
        if self.op == "+":
            a, b = self.eltern
            a.grad += g
            b.grad += g
        elif self.op == "-":
            a, b = self.eltern
            a.grad += g
            b.grad -= g
        elif self.op == "*":
            a, b = self.eltern
            a.grad += b.data * g
            b.grad += a.data * g
        elif self.op == "/":
            a, b = self.eltern
            a.grad += g / b.data
            b.grad -= g * a.data / b.data**2
        elif self.op == "**":
            (a,) = self.eltern
            a.grad += g * self.hilfe * a.data ** (self.hilfe - 1)
        elif self.op == "neg":
            (a,) = self.eltern
            a.grad -= g
        elif self.op == "exp":
            (a,) = self.eltern
            a.grad += g * self.data
        elif self.op == "tanh":
            (a,) = self.eltern
            a.grad += g * (1 - self.data**2)
        elif self.op == "relu":
            (a,) = self.eltern
            if a.data > 0:
                a.grad += g

    def backward(self):
        """Gradienten aller Vorgänger."""
        reihenfolge = self._sortiere()
        self.grad = 1.0
        for knoten in reihenfolge:
            knoten.verteile()

    def _sortiere(self):
        nutzer = {}
        alle = [self]
        gesehen = {self}
        for knoten in alle:
            for e in knoten.eltern:
                nutzer[e] = nutzer.get(e, 0) + 1
                if e not in gesehen:
                    gesehen.add(e)
                    alle.append(e)
        ergebnis = []
        schlange = deque([self])
        while schlange:
            knoten = schlange.popleft()
            ergebnis.append(knoten)
            for e in knoten.eltern:
                nutzer[e] -= 1
                if nutzer[e] == 0:
                    schlange.append(e)
        return ergebnis


def heben(x):
    return x if isinstance(x, Value) else Value(x)

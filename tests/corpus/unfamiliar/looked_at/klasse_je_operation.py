"""Abgabe Blatt 4, Aufgabe 2: Skalare Rueckwaertsdifferentiation."""
from __future__ import annotations

import math


class Value:
    """Ein Knoten im Rechengraphen. Unterklassen kennen ihre Ableitung."""

    def __init__(self, data, *vorgaenger: Value):
        self.data = float(data)
        self.grad = 0.0
        self.vorgaenger = vorgaenger

    # --- Operatoren ---
    def __add__(self, anderer):
        return Summe(self, als_knoten(anderer))

    def __mul__(self, anderer):
        return Produkt(self, als_knoten(anderer))

    def __sub__(self, anderer):
        return Differenz(self, als_knoten(anderer))

    def __truediv__(self, anderer):
        return Quotient(self, als_knoten(anderer))

    def __pow__(self, hochzahl):
        return Potenz(self, hochzahl)

    def __neg__(self):
        return Gegenteil(self)

    def __radd__(self, anderer):
        return Summe(als_knoten(anderer), self)

    def __rmul__(self, anderer):
        return Produkt(als_knoten(anderer), self)

    def __rsub__(self, anderer):
        return Differenz(als_knoten(anderer), self)

    def __rtruediv__(self, anderer):
        return Quotient(als_knoten(anderer), self)

    def tanh(self):
        return TangensHyperbolicus(self)

    def exp(self):
        return Exponential(self)

    def log(self):
        return Logarithmus(self)

    def relu(self):
        return Relu(self)

    def sigmoid(self):
        return Sigmoide(self)

    # --- Rueckwaerts ---
    def verteile(self):
        """Blaetter geben nichts weiter."""

    def backward(self):
        reihenfolge = []
        besucht = set()

        def besuche(knoten):
            if knoten in besucht:
                return
            besucht.add(knoten)
            for v in knoten.vorgaenger:
                besuche(v)
            reihenfolge.insert(0, knoten)

        besuche(self)
        self.grad = 1.0
        for knoten in reihenfolge:
            knoten.verteile()


def als_knoten(x):
    if isinstance(x, Value):
        return x
    return Value(x)


class Zweistellig(Value):
    def __init__(self, links, rechts):
        super().__init__(self.rechne(links.data, rechts.data), links, rechts)
        self.links = links
        self.rechts = rechts


class Einstellig(Value):
    def __init__(self, innen):
        super().__init__(self.rechne(innen.data), innen)
        self.innen = innen


class Summe(Zweistellig):
    def rechne(self, a, b):
        return a + b

    def verteile(self):
        self.links.grad += self.grad
        self.rechts.grad += self.grad


class Differenz(Zweistellig):
    def rechne(self, a, b):
        return a - b

    def verteile(self):
        self.links.grad += self.grad
        self.rechts.grad += -self.grad


class Produkt(Zweistellig):
    def rechne(self, a, b):
        return a * b

    def verteile(self):
        self.links.grad += self.rechts.data * self.grad
        self.rechts.grad += self.links.data * self.grad


class Quotient(Zweistellig):
    def rechne(self, a, b):
        return a / b

    def verteile(self):
        self.links.grad += self.grad / self.rechts.data
        self.rechts.grad += -self.data / self.rechts.data * self.grad


class Potenz(Value):
    def __init__(self, basis, hochzahl):
        super().__init__(basis.data ** hochzahl, basis)
        self.basis, self.hochzahl = basis, hochzahl

    def verteile(self):
        n = self.hochzahl
        self.basis.grad += n * self.basis.data ** (n - 1) * self.grad


class Gegenteil(Einstellig):
    def rechne(self, a):
        return -a

    def verteile(self):
        self.innen.grad -= self.grad


class TangensHyperbolicus(Einstellig):
    def rechne(self, a):
        return math.tanh(a)

    def verteile(self):
        self.innen.grad += (1 - self.data ** 2) * self.grad


class Exponential(Einstellig):
    def rechne(self, a):
        return math.exp(a)

    def verteile(self):
        self.innen.grad += self.data * self.grad


class Logarithmus(Einstellig):
    def rechne(self, a):
        return math.log(a)

    def verteile(self):
        self.innen.grad += self.grad / self.innen.data


class Relu(Einstellig):
    def rechne(self, a):
        return a if a > 0 else 0.0

    def verteile(self):
        if self.data > 0:
            self.innen.grad += self.grad


class Sigmoide(Einstellig):
    def rechne(self, a):
        return 1 / (1 + math.exp(-a))

    def verteile(self):
        self.innen.grad += self.data * (1 - self.data) * self.grad

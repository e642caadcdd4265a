"""Opdracht B: Value met een prioriteitswachtrij.

Elke knoop krijgt bij het maken een volgnummer. Een knoop is altijd later
gemaakt dan zijn ouders, dus als we steeds de jongste knoop pakken, zijn al
zijn gebruikers al geweest.
"""
import heapq
import itertools
import math
import numbers

volgnummers = itertools.count()


def als_value(iets):
    if isinstance(iets, numbers.Number):
        return Value(iets)
    return iets


class Value:
    def __init__(self, data, *takken):
        self.data = data
        self.grad = 0.0
        self.takken = takken  # paren (ouder, afgeleide)
        self.volgnummer = next(volgnummers)

    def __lt__(self, ander):
        # heapq geeft de kleinste, wij willen de jongste
        return self.volgnummer > ander.volgnummer

    def __add__(self, ander):
        ander = als_value(ander)
        return Value(self.data + ander.data, (self, 1.0), (ander, 1.0))

    __radd__ = __add__

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __sub__(self, ander):
        ander = als_value(ander)
        return Value(self.data - ander.data, (self, 1.0), (ander, -1.0))

    def __rsub__(self, ander):
        return als_value(ander) - self

    def __mul__(self, ander):
        ander = als_value(ander)
        return Value(self.data * ander.data, (self, ander.data), (ander, self.data))

    __rmul__ = __mul__

    def __truediv__(self, ander):
        ander = als_value(ander)
        quotient = self.data / ander.data
        return Value(quotient, (self, 1 / ander.data), (ander, -quotient / ander.data))

    def __rtruediv__(self, ander):
        return als_value(ander) / self

    def __pow__(self, macht):
        if isinstance(macht, Value):
            uitkomst = self.data**macht.data
            return Value(
                uitkomst,
                (self, macht.data * self.data ** (macht.data - 1)),
                (macht, math.log(self.data) * uitkomst),
            )
        return Value(self.data**macht, (self, macht * self.data ** (macht - 1)))

    def exp(self):
        uitkomst = math.exp(self.data)
        return Value(uitkomst, (self, uitkomst))

    def tanh(self):
        uitkomst = math.tanh(self.data)
        return Value(uitkomst, (self, 1 - uitkomst**2))

    def relu(self):
        return Value(max(self.data, 0.0), (self, 1.0 if self.data > 0 else 0.0))

    def sin(self):
        return Value(math.sin(self.data), (self, math.cos(self.data)))

    def backward(self):
        self.grad = 1.0
        rij = [self]
        in_rij = {self}
        while rij:
            knoop = heapq.heappop(rij)
            for ouder, afgeleide in knoop.takken:
                ouder.grad += afgeleide * knoop.grad
                if ouder not in in_rij:
                    in_rij.add(ouder)
                    heapq.heappush(rij, ouder)

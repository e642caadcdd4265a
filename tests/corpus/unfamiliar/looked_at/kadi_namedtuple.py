# Assignment 1 : backprop (kadi = link, purana = older node, dhaal = slope)
import math
from typing import NamedTuple


class Kadi(NamedTuple):
    purana: "Value"
    dhaal: float


class Value:
    def __init__(self, data, kadiyan=()):
        self.data = data
        self.grad = 0.0
        self.kadiyan = kadiyan

    def __add__(self, doosra):
        doosra = banao(doosra)
        return Value(self.data + doosra.data, (Kadi(self, 1.0), Kadi(doosra, 1.0)))

    def __mul__(self, doosra):
        doosra = banao(doosra)
        return Value(
            self.data * doosra.data,
            (
                Kadi(purana=self, dhaal=doosra.data),
                Kadi(purana=doosra, dhaal=self.data),
            ),
        )

    def __sub__(self, doosra):
        doosra = banao(doosra)
        return Value(self.data - doosra.data, (Kadi(self, 1.0), Kadi(doosra, -1.0)))

    def __truediv__(self, doosra):
        doosra = banao(doosra)
        return Value(
            self.data / doosra.data,
            (
                Kadi(purana=self, dhaal=1 / doosra.data),
                Kadi(purana=doosra, dhaal=-self.data / doosra.data**2),
            ),
        )

    def __pow__(self, ghaat):
        return Value(self.data**ghaat, (Kadi(self, ghaat * self.data ** (ghaat - 1)),))

    def __neg__(self):
        return Value(-self.data, (Kadi(self, -1.0),))

    def __radd__(self, doosra):
        return banao(doosra) + self

    def __rmul__(self, doosra):
        return banao(doosra) * self

    def __rsub__(self, doosra):
        return banao(doosra) - self

    def __rtruediv__(self, doosra):
        return banao(doosra) / self

    def tanh(self):
        uttar = math.tanh(self.data)
        return Value(uttar, (Kadi(self, 1 - uttar**2),))

    def exp(self):
        uttar = math.exp(self.data)
        return Value(uttar, (Kadi(self, uttar),))

    def log(self):
        return Value(math.log(self.data), (Kadi(self, 1 / self.data),))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (Kadi(self, 1.0),))
        return Value(0.0, (Kadi(self, 0.0),))

    def sigmoid(self):
        uttar = 1 / (1 + math.exp(-self.data))
        return Value(uttar, (Kadi(self, uttar * (1 - uttar)),))

    def backward(self):
        kram, dekhe = [], set()

        def ghoomo(v):
            dekhe.add(id(v))
            for kadi in v.kadiyan:
                if id(kadi.purana) not in dekhe:
                    ghoomo(kadi.purana)
            kram.append(v)

        ghoomo(self)
        self.grad = 1.0
        for v in reversed(kram):
            for kadi in v.kadiyan:
                kadi.purana.grad += kadi.dhaal * v.grad


def banao(x):
    return x if isinstance(x, Value) else Value(x)

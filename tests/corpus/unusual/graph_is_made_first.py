# Wengert-Liste: zuerst Graph() anlegen, dann rechnen, dann graph.rueckwaerts()
import math

class Graph:
    def __init__(self):
        global graph
        graph = self
        self.knoten = []

    def rueckwaerts(self):
        for k in self.knoten:
            k.grad = 0.0
        self.knoten[-1].grad = 1.0
        for k in reversed(self.knoten):
            for v, d in k.von:
                v.grad += d * k.grad


class Skalar:
    def __init__(self, wert, von=()):
        self.wert = wert
        self.grad = 0.0
        self.von = von
        graph.knoten.append(self)

    def __add__(self, b):
        b = b if isinstance(b, Skalar) else Skalar(b)
        return Skalar(self.wert + b.wert, ((self, 1.0), (b, 1.0)))

    def __mul__(self, b):
        b = b if isinstance(b, Skalar) else Skalar(b)
        return Skalar(self.wert * b.wert, ((self, b.wert), (b, self.wert)))

    def __neg__(self):
        return Skalar(-self.wert, ((self, -1.0),))

    def __sub__(self, b):
        b = b if isinstance(b, Skalar) else Skalar(b)
        return Skalar(self.wert - b.wert, ((self, 1.0), (b, -1.0)))

    __radd__ = __add__
    __rmul__ = __mul__

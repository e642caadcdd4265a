# Uebung 5 - Rueckwaertsdifferentiation
# Benutzung:  z = x * y + x;  z.sortieren();  z.rueckwaerts();  x.ableitung
import math

class Zahl:
    def __init__(self, wert):
        self.wert = wert
        self.ableitung = 0.0
        self.vorgaenger = []
        self.lokal = []
        self.reihenfolge = None

    def _neu(wert, *kanten):
        z = Zahl(wert)
        for k, d in kanten:
            z.vorgaenger.append(k)
            z.lokal.append(d)
        return z

    def _als_zahl(x):
        return x if isinstance(x, Zahl) else Zahl(x)

    def __add__(self, b):
        b = Zahl._als_zahl(b)
        return Zahl._neu(self.wert + b.wert, (self, 1.0), (b, 1.0))

    def __mul__(self, b):
        b = Zahl._als_zahl(b)
        return Zahl._neu(self.wert * b.wert, (self, b.wert), (b, self.wert))

    def __pow__(self, n):
        return Zahl._neu(self.wert ** n, (self, n * self.wert ** (n - 1)))

    __radd__ = __add__
    __rmul__ = __mul__

    def __sub__(self, b):
        return self + b * -1

    def __rsub__(self, b):
        return b + self * -1

    def exp(self):
        e = math.exp(self.wert)
        return Zahl._neu(e, (self, e))

    def sortieren(self):
        self.reihenfolge = []
        besucht = []
        stapel = [(self, False)]
        while stapel:
            k, fertig = stapel.pop()
            if fertig:
                self.reihenfolge.append(k)
            elif not any(k is b for b in besucht):
                besucht.append(k)
                stapel.append((k, True))
                for v in k.vorgaenger:
                    stapel.append((v, False))

    def rueckwaerts(self):
        if self.reihenfolge is None:
            raise RuntimeError("zuerst sortieren() aufrufen")
        for k in self.reihenfolge:
            k.ableitung = 0.0
        self.ableitung = 1.0
        for k in reversed(self.reihenfolge):
            for v, d in zip(k.vorgaenger, k.lokal):
                v.ableitung += d * k.ableitung

"""Übung 3: ein Rechengraph mit automatischer Ableitung."""
import math


class Knoten:
    """Ein Knoten: Wert, Gradient und die Kanten zu seinen Eingängen."""

    def __init__(self, wert, eingaenge=(), ableitungen=()):
        self.wert = wert
        self.gradient = 0.0
        self.eingaenge = eingaenge
        self.ableitungen = ableitungen

    def __repr__(self):
        return f"Knoten({self.wert:.4f}, grad={self.gradient:.4f})"

    @classmethod
    def aus(cls, zahl):
        return zahl if isinstance(zahl, cls) else cls(zahl)

    def __add__(self, anderer):
        anderer = Knoten.aus(anderer)
        return Knoten(self.wert + anderer.wert, (self, anderer), (1.0, 1.0))

    def __sub__(self, anderer):
        anderer = Knoten.aus(anderer)
        return Knoten(self.wert - anderer.wert, (self, anderer), (1.0, -1.0))

    def __mul__(self, anderer):
        anderer = Knoten.aus(anderer)
        return Knoten(self.wert * anderer.wert, (self, anderer), (anderer.wert, self.wert))

    def __truediv__(self, anderer):
        anderer = Knoten.aus(anderer)
        # Quotientenregel
        nach_zaehler = 1.0 / anderer.wert
        nach_nenner = -self.wert / anderer.wert**2
        return Knoten(self.wert / anderer.wert, (self, anderer), (nach_zaehler, nach_nenner))

    def __pow__(self, exponent):
        exponent = Knoten.aus(exponent)
        potenz = self.wert**exponent.wert
        nach_basis = exponent.wert * self.wert ** (exponent.wert - 1)
        nach_exponent = potenz * math.log(self.wert) if self.wert > 0 else 0.0
        return Knoten(potenz, (self, exponent), (nach_basis, nach_exponent))

    def __neg__(self):
        return Knoten(-self.wert, (self,), (-1.0,))

    def __radd__(self, anderer):
        return Knoten.aus(anderer) + self

    def __rsub__(self, anderer):
        return Knoten.aus(anderer) - self

    def __rmul__(self, anderer):
        return Knoten.aus(anderer) * self

    def __rtruediv__(self, anderer):
        return Knoten.aus(anderer) / self

    def __rpow__(self, anderer):
        return Knoten.aus(anderer) ** self

    def exp(self):
        e = math.exp(self.wert)
        return Knoten(e, (self,), (e,))

    def log(self):
        return Knoten(math.log(self.wert), (self,), (1.0 / self.wert,))

    def tanh(self):
        t = math.tanh(self.wert)
        return Knoten(t, (self,), (1.0 - t * t,))

    def sigmoid(self):
        s = 1.0 / (1.0 + math.exp(-self.wert))
        return Knoten(s, (self,), (s * (1.0 - s),))

    def relu(self):
        return Knoten(max(0.0, self.wert), (self,), (1.0 if self.wert > 0 else 0.0,))

    def _reihenfolge(self):
        """Alle Knoten, die Eingänge immer vor ihrem Ergebnis (Tiefensuche)."""
        besucht = set()
        liste = []

        def besuche(knoten):
            if knoten in besucht:
                return
            besucht.add(knoten)
            for eingang in knoten.eingaenge:
                besuche(eingang)
            liste.append(knoten)

        besuche(self)
        return liste

    def backward(self):
        self.gradient = 1.0
        for knoten in reversed(self._reihenfolge()):
            for eingang, ableitung in zip(knoten.eingaenge, knoten.ableitungen):
                eingang.gradient += ableitung * knoten.gradient

    def zero_grad(self):
        self.gradient = 0.0

# Übung 5, Aufgabe 2: Neuron, Schicht, Netz
# Der Bias ist das letzte Gewicht, sein Eingang ist immer 1.
from math import tanh as _tanh
from random import Random

rng = Random(7)


class Value:
    __slots__ = ("data", "grad", "eltern", "_rueckwaerts")

    def __init__(self, data, eltern=()):
        self.data = data
        self.grad = 0.0
        self.eltern = eltern
        self._rueckwaerts = None

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        erg = Value(self.data + o.data, (self, o))

        def r():
            self.grad += erg.grad
            o.grad += erg.grad
        erg._rueckwaerts = r
        return erg

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        erg = Value(self.data * o.data, (self, o))

        def r():
            self.grad += o.data * erg.grad
            o.grad += self.data * erg.grad
        erg._rueckwaerts = r
        return erg

    def tanh(self):
        t = _tanh(self.data)
        erg = Value(t, (self,))

        def r():
            self.grad += (1 - t ** 2) * erg.grad
        erg._rueckwaerts = r
        return erg

    def relu(self):
        erg = Value(self.data if self.data > 0 else 0.0, (self,))

        def r():
            if self.data > 0:
                self.grad += erg.grad
        erg._rueckwaerts = r
        return erg

    def __radd__(self, o):
        return self + o

    def __rmul__(self, o):
        return self * o

    def __neg__(self):
        return self * -1

    def __sub__(self, o):
        return self + (o * -1)

    def __rsub__(self, o):
        return self * -1 + o

    def backward(self):
        reihe = []
        besucht = set()

        def tiefe(k):
            if id(k) not in besucht:
                besucht.add(id(k))
                for e in k.eltern:
                    tiefe(e)
                reihe.append(k)

        tiefe(self)
        self.grad = 1.0
        for k in reversed(reihe):
            if k._rueckwaerts is not None:
                k._rueckwaerts()


class Neuron:
    def __init__(self, anzahl_eingaenge, linear=False):
        self.gewichte = [Value(rng.uniform(-1, 1)) for _ in range(anzahl_eingaenge + 1)]
        self.linear = linear

    def __call__(self, x):
        mit_eins = list(x) + [1.0]
        summe = 0
        for g, e in zip(self.gewichte, mit_eins):
            summe = summe + g * e
        return summe if self.linear else summe.tanh()

    @property
    def parameter(self):
        return list(self.gewichte)


class Schicht:
    def __init__(self, eingaenge, neuronen, linear=False):
        self.neuronen = [Neuron(eingaenge, linear) for _ in range(neuronen)]

    def __call__(self, x):
        return [n(x) for n in self.neuronen]

    @property
    def parameter(self):
        return [p for n in self.neuronen for p in n.parameter]


class Netz:
    def __init__(self, *groessen):
        paare = list(zip(groessen[:-1], groessen[1:]))
        self.schichten = []
        for nr, (von, nach) in enumerate(paare):
            letzte = nr == len(paare) - 1
            self.schichten.append(Schicht(von, nach, linear=letzte))

    def __call__(self, x):
        for schicht in self.schichten:
            x = schicht(x)
        return x

    @property
    def parameter(self):
        return sum((schicht.parameter for schicht in self.schichten), [])

    def gradienten_nullen(self):
        for p in self.parameter:
            p.grad = 0.0

    def schritt(self, lernrate):
        for p in self.parameter:
            p.data -= lernrate * p.grad


def verlust(netz, daten):
    """Mittlerer quadratischer Fehler über alle Beispiele."""
    fehler = 0
    for x, soll in daten:
        differenz = netz(x)[0] - soll
        fehler = fehler + differenz * differenz
    return fehler * (1 / len(daten))


def trainiere(netz, daten, runden, lernrate=0.1):
    for _ in range(runden):
        netz.gradienten_nullen()
        v = verlust(netz, daten)
        v.backward()
        netz.schritt(lernrate)
    return v.data

"""
Übungsblatt 3, Aufgabe 2 -- Automatisches Differenzieren mit einem Band.

Idee: Jede Rechnung schreibt eine Zeile auf das Band. Eine Zeile enthält die
Nummern der Operanden und die örtlichen Ableitungen. Rückwärts lesen = fertig.
"""
from math import exp, tanh, log


class Band:
    def __init__(self):
        self.zeilen = []

    def schreibe(self, knoten, eingaben, ableitungen):
        nummer = len(self.zeilen)
        self.zeilen.append((knoten, eingaben, ableitungen))
        return nummer


BAND = Band()


class Value:
    __slots__ = ("data", "grad", "nummer", "__weakref__")

    def __init__(self, data, eingaben=(), ableitungen=()):
        self.data = float(data)
        self.grad = 0.0
        self.nummer = BAND.schreibe(self, [e.nummer for e in eingaben], ableitungen)

    # ---- Grundrechenarten -------------------------------------------------
    def __add__(a, b):
        b = zu_value(b)
        return Value(a.data + b.data, (a, b), (1.0, 1.0))

    def __sub__(a, b):
        b = zu_value(b)
        return Value(a.data - b.data, (a, b), (1.0, -1.0))

    def __mul__(a, b):
        b = zu_value(b)
        return Value(a.data * b.data, (a, b), (b.data, a.data))

    def __truediv__(a, b):
        b = zu_value(b)
        return Value(a.data / b.data, (a, b), (1 / b.data, -a.data / b.data ** 2))

    def __pow__(a, n):
        if isinstance(n, Value):
            y = a.data ** n.data
            return Value(y, (a, n), (n.data * a.data ** (n.data - 1), y * log(a.data)))
        return Value(a.data ** n, (a,), (n * a.data ** (n - 1),))

    def __neg__(a):
        return Value(-a.data, (a,), (-1.0,))

    # ---- Zahl steht links -------------------------------------------------
    def __radd__(a, zahl):
        return zu_value(zahl) + a

    def __rsub__(a, zahl):
        return zu_value(zahl) - a

    def __rmul__(a, zahl):
        return zu_value(zahl) * a

    def __rtruediv__(a, zahl):
        return zu_value(zahl) / a

    def __rpow__(a, zahl):
        return zu_value(zahl) ** a

    # ---- Funktionen -------------------------------------------------------
    def exp(a):
        y = exp(a.data)
        return Value(y, (a,), (y,))

    def log(a):
        return Value(log(a.data), (a,), (1 / a.data,))

    def tanh(a):
        y = tanh(a.data)
        return Value(y, (a,), (1 - y * y,))

    def relu(a):
        if a.data > 0:
            return Value(a.data, (a,), (1.0,))
        return Value(0.0, (a,), (0.0,))

    # ---- rückwärts --------------------------------------------------------
    def backward(self):
        adjungierte = [0.0] * (self.nummer + 1)
        adjungierte[self.nummer] = 1.0
        for i in range(self.nummer, -1, -1):
            knoten, eingaben, ableitungen = BAND.zeilen[i]
            for j, d in zip(eingaben, ableitungen):
                adjungierte[j] += d * adjungierte[i]
        for i, g in enumerate(adjungierte):
            BAND.zeilen[i][0].grad += g

    def __repr__(self):
        return "Value(%g, grad=%g)" % (self.data, self.grad)


def zu_value(x):
    return x if isinstance(x, Value) else Value(x)


if __name__ == "__main__":
    a, b = Value(2), Value(3)
    c = a * b + a / b - 2 ** a
    c.backward()
    print(a, b)
    h = 1e-6
    f = lambda x: x * 3 + x / 3 - 2 ** x
    assert abs(a.grad - (f(2 + h) - f(2 - h)) / (2 * h)) < 1e-5

# esercizio: una rete piccola, con attivazioni passate come funzioni
import math
import random


class Valore:
    def __init__(self, dati, figli=()):
        self.dati, self.grad, self.figli = dati, 0.0, figli
        self._indietro = lambda: None

    def __add__(self, altro):
        altro = altro if isinstance(altro, Valore) else Valore(altro)
        r = Valore(self.dati + altro.dati, (self, altro))

        def _indietro():
            self.grad += r.grad
            altro.grad += r.grad
        r._indietro = _indietro
        return r

    def __mul__(self, altro):
        altro = altro if isinstance(altro, Valore) else Valore(altro)
        r = Valore(self.dati * altro.dati, (self, altro))

        def _indietro():
            self.grad += r.grad * altro.dati
            altro.grad += r.grad * self.dati
        r._indietro = _indietro
        return r

    def __sub__(self, altro):
        return self + altro * -1

    def __radd__(self, altro):
        return self + altro

    def __rmul__(self, altro):
        return self * altro

    def __truediv__(self, numero):
        return self * (1.0 / numero)

    def tanh(self):
        t = math.tanh(self.dati)
        r = Valore(t, (self,))

        def _indietro():
            self.grad += r.grad * (1 - t ** 2)
        r._indietro = _indietro
        return r

    def relu(self):
        r = Valore(self.dati if self.dati > 0 else 0.0, (self,))

        def _indietro():
            self.grad += r.grad if self.dati > 0 else 0.0
        r._indietro = _indietro
        return r

    def backward(self):
        ordine, visti = [], set()

        def visita(v):
            if v not in visti:
                visti.add(v)
                for f in v.figli:
                    visita(f)
                ordine.append(v)
        visita(self)
        self.grad = 1.0
        for v in reversed(ordine):
            v._indietro()


def identita(v):
    return v


def tanh(v):
    return v.tanh()


def relu(v):
    return v.relu()


class Neurone:
    def __init__(self, ingressi, attivazione=tanh):
        self.pesi = [Valore(random.uniform(-1, 1)) for _ in range(ingressi)]
        self.soglia = Valore(random.uniform(-1, 1))
        self.attivazione = attivazione

    def uscita(self, x):
        prodotti = [p * xi for p, xi in zip(self.pesi, x)]
        return self.attivazione(sum(prodotti, self.soglia))

    def parametri(self):
        return self.pesi + [self.soglia]


class Strato:
    def __init__(self, ingressi, uscite, attivazione=tanh):
        self.neuroni = [Neurone(ingressi, attivazione) for _ in range(uscite)]

    def uscita(self, x):
        return [n.uscita(x) for n in self.neuroni]

    def parametri(self):
        return [p for n in self.neuroni for p in n.parametri()]


class Rete:
    def __init__(self, dimensioni, attivazioni):
        self.strati = [
            Strato(dimensioni[i], dimensioni[i + 1], attivazioni[i])
            for i in range(len(dimensioni) - 1)
        ]

    def uscita(self, x):
        for s in self.strati:
            x = s.uscita(x)
        return x

    def parametri(self):
        tutti = []
        for s in self.strati:
            tutti.extend(s.parametri())
        return tutti

    def azzera(self):
        for p in self.parametri():
            p.grad = 0.0


def errore(rete, esempi, bersagli):
    e = Valore(0.0)
    for x, b in zip(esempi, bersagli):
        d = rete.uscita(x)[0] - b
        e = e + d * d
    return e / len(esempi)


def passo(rete, esempi, bersagli, tasso=0.1):
    """Un passo di discesa; restituisce l'errore prima del passo."""
    rete.azzera()
    e = errore(rete, esempi, bersagli)
    e.backward()
    for p in rete.parametri():
        p.dati = p.dati - tasso * p.grad
    return e.dati


if __name__ == "__main__":
    rete = Rete([2, 3, 1], [tanh, identita])
    for i in range(50):
        print(i, passo(rete, [[0, 1], [1, 0]], [1, -1]))

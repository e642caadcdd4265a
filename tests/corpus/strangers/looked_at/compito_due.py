# Compito 2 -- "costruire un piccolo motore di autodifferenziazione"
import math


class Operazione:
    """Classe base: sa calcolare il valore e restituire le derivate parziali."""

    def valore(self, *x):
        raise NotImplementedError

    def parziali(self, y, *x):
        raise NotImplementedError

    def __call__(self, *argomenti):
        nodi = [a if isinstance(a, Value) else Value(a) for a in argomenti]
        y = self.valore(*[n.data for n in nodi])
        return Value(y, operazione=self, ingressi=nodi)


class Somma(Operazione):
    def valore(self, a, b):
        return a + b

    def parziali(self, y, a, b):
        return 1, 1


class Differenza(Operazione):
    def valore(self, a, b):
        return a - b

    def parziali(self, y, a, b):
        return 1, -1


class Prodotto(Operazione):
    def valore(self, a, b):
        return a * b

    def parziali(self, y, a, b):
        return b, a


class Quoziente(Operazione):
    def valore(self, a, b):
        return a / b

    def parziali(self, y, a, b):
        return 1 / b, -y / b


class Potenza(Operazione):
    def valore(self, a, b):
        return a ** b

    def parziali(self, y, a, b):
        rispetto_a = b * a ** (b - 1)
        rispetto_b = y * math.log(a) if a > 0 else 0
        return rispetto_a, rispetto_b


class Esponenziale(Operazione):
    def valore(self, a):
        return math.exp(a)

    def parziali(self, y, a):
        return (y,)


class TangenteIperbolica(Operazione):
    def valore(self, a):
        return math.tanh(a)

    def parziali(self, y, a):
        return (1 - y * y,)


class Relu(Operazione):
    def valore(self, a):
        return a if a > 0 else 0

    def parziali(self, y, a):
        return (float(a > 0),)


class Logaritmo(Operazione):
    def valore(self, a):
        return math.log(a)

    def parziali(self, y, a):
        return (1 / a,)


class Value:
    def __init__(self, data, operazione=None, ingressi=()):
        self.data = data
        self.grad = 0.0
        self.operazione = operazione
        self.ingressi = ingressi

    def __add__(self, altro): return Somma()(self, altro)
    def __radd__(self, altro): return Somma()(altro, self)
    def __sub__(self, altro): return Differenza()(self, altro)
    def __rsub__(self, altro): return Differenza()(altro, self)
    def __mul__(self, altro): return Prodotto()(self, altro)
    def __rmul__(self, altro): return Prodotto()(altro, self)
    def __truediv__(self, altro): return Quoziente()(self, altro)
    def __rtruediv__(self, altro): return Quoziente()(altro, self)
    def __pow__(self, altro): return Potenza()(self, altro)
    def __rpow__(self, altro): return Potenza()(altro, self)
    def __neg__(self): return Differenza()(0, self)

    def exp(self): return Esponenziale()(self)
    def tanh(self): return TangenteIperbolica()(self)
    def relu(self): return Relu()(self)
    def log(self): return Logaritmo()(self)

    def backward(self):
        self.grad = 1.0
        for nodo in self._ordine():
            if nodo.operazione is not None:
                derivate = nodo.operazione.parziali(nodo.data, *[i.data for i in nodo.ingressi])
                for ingresso, derivata in zip(nodo.ingressi, derivate):
                    ingresso.grad += nodo.grad * derivata

    def _ordine(self):
        visti, finiti = set(), []

        def scendi(nodo):
            visti.add(nodo)
            for ingresso in nodo.ingressi:
                if ingresso not in visti:
                    scendi(ingresso)
            finiti.append(nodo)

        scendi(self)
        finiti.reverse()
        return finiti

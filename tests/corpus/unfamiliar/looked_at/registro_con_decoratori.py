# Esercitazione: motore di autograd con regole registrate da un decoratore
import math

REGOLE = {}


def regola(nome):
    def registra(funzione):
        REGOLE[nome] = funzione
        return funzione

    return registra


@regola("+")
def _somma(nodo, x, y):
    return nodo.grad, nodo.grad


@regola("-")
def _differenza(nodo, x, y):
    return nodo.grad, -nodo.grad


@regola("*")
def _prodotto(nodo, x, y):
    return nodo.grad * y.data, nodo.grad * x.data


@regola("/")
def _quoziente(nodo, x, y):
    return nodo.grad / y.data, -nodo.grad * x.data / (y.data ** 2)


@regola("**")
def _potenza(nodo, x):
    return [nodo.grad * nodo.esponente * x.data ** (nodo.esponente - 1)]


@regola("neg")
def _opposto(nodo, x):
    return [-nodo.grad]


@regola("tanh")
def _tanh(nodo, x):
    return [nodo.grad * (1 - nodo.data ** 2)]


@regola("exp")
def _exp(nodo, x):
    return [nodo.grad * nodo.data]


@regola("log")
def _log(nodo, x):
    return [nodo.grad / x.data]


@regola("relu")
def _relu(nodo, x):
    return [nodo.grad if x.data > 0 else 0.0]


@regola("sigmoid")
def _sigmoide(nodo, x):
    s = nodo.data
    return [nodo.grad * s * (1 - s)]


class Value:
    def __init__(self, data, op=None, figli=()):
        self.data, self.grad = data, 0.0
        self.op, self.figli = op, figli
        self.esponente = None

    def __add__(self, altro):
        altro = nodo_di(altro)
        return Value(self.data + altro.data, "+", (self, altro))

    def __sub__(self, altro):
        altro = nodo_di(altro)
        return Value(self.data - altro.data, "-", (self, altro))

    def __mul__(self, altro):
        altro = nodo_di(altro)
        return Value(self.data * altro.data, "*", (self, altro))

    def __truediv__(self, altro):
        altro = nodo_di(altro)
        return Value(self.data / altro.data, "/", (self, altro))

    def __pow__(self, esponente):
        risultato = Value(self.data ** esponente, "**", (self,))
        risultato.esponente = esponente
        return risultato

    def __neg__(self):
        return Value(-self.data, "neg", (self,))

    def __radd__(self, altro):
        return nodo_di(altro) + self

    def __rsub__(self, altro):
        return nodo_di(altro) - self

    def __rmul__(self, altro):
        return nodo_di(altro) * self

    def __rtruediv__(self, altro):
        return nodo_di(altro) / self

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", (self,))

    def exp(self):
        return Value(math.exp(self.data), "exp", (self,))

    def log(self):
        return Value(math.log(self.data), "log", (self,))

    def relu(self):
        return Value(self.data * (self.data > 0), "relu", (self,))

    def sigmoid(self):
        return Value(1 / (1 + math.exp(-self.data)), "sigmoid", (self,))

    def backward(self):
        visitati = {}

        def visita(nodo):
            visitati[nodo] = True
            for figlio in nodo.figli:
                if figlio not in visitati:
                    visita(figlio)
            ordine.append(nodo)

        ordine = []
        visita(self)
        self.grad = 1.0
        for nodo in reversed(ordine):
            if nodo.op is not None:
                contributi = REGOLE[nodo.op](nodo, *nodo.figli)
                for figlio, contributo in zip(nodo.figli, contributi):
                    figlio.grad += contributo


def nodo_di(x):
    return x if isinstance(x, Value) else Value(x)

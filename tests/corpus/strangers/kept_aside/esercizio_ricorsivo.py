# Esercizio 5: retropropagazione
# prima raccolgo i nodi, poi chiedo ad ognuno di passare il gradiente indietro
import math


class Value:

    def __init__(self, data, figli=[], op=None):
        self.data = float(data)
        self.grad = 0.0
        self.figli = figli
        self.op = op

    def _a_nodo(x):
        if not isinstance(x, Value):
            x = Value(x)
        return x

    def __add__(self, altro):
        altro = Value._a_nodo(altro)
        return Value(self.data + altro.data, [self, altro], 'somma')

    def __sub__(self, altro):
        altro = Value._a_nodo(altro)
        return Value(self.data - altro.data, [self, altro], 'diff')

    def __mul__(self, altro):
        altro = Value._a_nodo(altro)
        return Value(self.data * altro.data, [self, altro], 'prod')

    def __truediv__(self, altro):
        altro = Value._a_nodo(altro)
        return Value(self.data / altro.data, [self, altro], 'quoz')

    def __pow__(self, esponente):
        nodo = Value(self.data ** esponente, [self], 'pot')
        nodo.esponente = esponente
        return nodo

    def __neg__(self):
        return Value(0) - self

    def __radd__(self, altro): return Value(altro) + self
    def __rsub__(self, altro): return Value(altro) - self
    def __rmul__(self, altro): return Value(altro) * self
    def __rtruediv__(self, altro): return Value(altro) / self

    def exp(self):
        return Value(math.exp(self.data), [self], 'exp')

    def tanh(self):
        return Value(math.tanh(self.data), [self], 'tanh')

    def relu(self):
        return Value(max(0.0, self.data), [self], 'relu')

    def indietro(self):
        g = self.grad
        if self.op == 'somma':
            self.figli[0].grad += g
            self.figli[1].grad += g
        if self.op == 'diff':
            self.figli[0].grad += g
            self.figli[1].grad -= g
        if self.op == 'prod':
            x, y = self.figli
            x.grad += g * y.data
            y.grad += g * x.data
        if self.op == 'quoz':
            x, y = self.figli
            x.grad += g / y.data
            y.grad -= g * x.data / (y.data * y.data)
        if self.op == 'pot':
            x = self.figli[0]
            n = self.esponente
            x.grad += g * n * x.data ** (n - 1)
        if self.op == 'exp':
            self.figli[0].grad += g * self.data
        if self.op == 'tanh':
            self.figli[0].grad += g * (1 - self.data ** 2)
        if self.op == 'relu':
            if self.figli[0].data > 0:
                self.figli[0].grad += g

    def raccogli(self, lista):
        if self not in lista:
            for f in self.figli:
                f.raccogli(lista)
            lista.append(self)
        return lista

    def backward(self):
        self.grad = 1.0
        for nodo in reversed(self.raccogli([])):
            nodo.indietro()

# Lista 5 - retropropagacao com fila (algoritmo de Kahn)
from collections import defaultdict, deque
from math import cos, exp, log, sin, tanh


class Value:
    __slots__ = ("data", "grad", "entradas", "regra")

    def __init__(self, data, entradas=()):
        self.data = data
        self.grad = 0.0
        self.entradas = list(entradas)
        self.regra = lambda: None

    def _valor(self, x):
        if not isinstance(x, Value):
            x = Value(x)
        return x

    def __add__(self, outro):
        outro = self._valor(outro)
        saida = Value(self.data + outro.data, [self, outro])

        def regra():
            for entrada in saida.entradas:
                entrada.grad += saida.grad

        saida.regra = regra
        return saida

    def __sub__(self, outro):
        outro = self._valor(outro)
        saida = Value(self.data - outro.data, [self, outro])

        def regra():
            self.grad += saida.grad
            outro.grad -= saida.grad

        saida.regra = regra
        return saida

    def __mul__(self, outro):
        outro = self._valor(outro)
        saida = Value(self.data * outro.data, [self, outro])

        def regra():
            self.grad += saida.grad * outro.data
            outro.grad += saida.grad * self.data

        saida.regra = regra
        return saida

    def __truediv__(self, outro):
        outro = self._valor(outro)
        saida = Value(self.data / outro.data, [self, outro])

        def regra():
            self.grad += saida.grad / outro.data
            outro.grad -= saida.grad * self.data / (outro.data * outro.data)

        saida.regra = regra
        return saida

    def __pow__(self, potencia):
        saida = Value(self.data ** potencia, [self])

        def regra():
            self.grad += saida.grad * potencia * self.data ** (potencia - 1)

        saida.regra = regra
        return saida

    def __neg__(self):
        saida = Value(-self.data, [self])

        def regra():
            self.grad -= saida.grad

        saida.regra = regra
        return saida

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, outro):
        return self._valor(outro).__sub__(self)

    def __rtruediv__(self, outro):
        return self._valor(outro).__truediv__(self)

    def _unaria(self, valor, derivada):
        saida = Value(valor, [self])

        def regra():
            self.grad += saida.grad * derivada

        saida.regra = regra
        return saida

    def tanh(self):
        t = tanh(self.data)
        return self._unaria(t, 1 - t * t)

    def exp(self):
        e = exp(self.data)
        return self._unaria(e, e)

    def log(self):
        return self._unaria(log(self.data), 1 / self.data)

    def sin(self):
        return self._unaria(sin(self.data), cos(self.data))

    def relu(self):
        if self.data > 0:
            return self._unaria(self.data, 1.0)
        return self._unaria(0.0, 0.0)

    def backward(self):
        # quantas vezes cada no e usado no grafo desta saida
        usos = defaultdict(int)
        vistos = {self}
        fila = deque([self])
        while fila:
            no = fila.popleft()
            for entrada in no.entradas:
                usos[entrada] += 1
                if entrada not in vistos:
                    vistos.add(entrada)
                    fila.append(entrada)

        self.grad = 1.0
        prontos = deque([self])
        while prontos:
            no = prontos.popleft()
            no.regra()
            for entrada in no.entradas:
                usos[entrada] -= 1
                if usos[entrada] == 0:
                    prontos.append(entrada)

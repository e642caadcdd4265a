"""Práctica 3: de la neurona a la red."""
import math
import random


class Valor:
    def __init__(self, dato, padres=(), op=""):
        self.dato = float(dato)
        self.grad = 0.0
        self.padres = tuple(padres)
        self.op = op
        self._atras = lambda: None

    @staticmethod
    def de(x):
        return x if isinstance(x, Valor) else Valor(x)

    def __add__(self, otro):
        otro = Valor.de(otro)
        sal = Valor(self.dato + otro.dato, (self, otro), "+")

        def atras():
            self.grad += sal.grad
            otro.grad += sal.grad

        sal._atras = atras
        return sal

    def __mul__(self, otro):
        otro = Valor.de(otro)
        sal = Valor(self.dato * otro.dato, (self, otro), "*")

        def atras():
            self.grad += otro.dato * sal.grad
            otro.grad += self.dato * sal.grad

        sal._atras = atras
        return sal

    def __pow__(self, n):
        sal = Valor(self.dato ** n, (self,), "**")

        def atras():
            self.grad += n * self.dato ** (n - 1) * sal.grad

        sal._atras = atras
        return sal

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, otro):
        return self + (-otro)

    def __rsub__(self, otro):
        return -self + otro

    def __truediv__(self, otro):
        return self * Valor.de(otro) ** -1

    def tanh(self):
        t = math.tanh(self.dato)
        sal = Valor(t, (self,), "tanh")

        def atras():
            self.grad += (1 - t * t) * sal.grad

        sal._atras = atras
        return sal

    def relu(self):
        sal = Valor(max(0.0, self.dato), (self,), "relu")

        def atras():
            self.grad += sal.grad if sal.dato > 0 else 0.0

        sal._atras = atras
        return sal

    def backward(self):
        orden, vistos = [], set()

        def visitar(v):
            if id(v) in vistos:
                return
            vistos.add(id(v))
            for p in v.padres:
                visitar(p)
            orden.append(v)

        visitar(self)
        self.grad = 1.0
        for v in reversed(orden):
            v._atras()


class Neurona:
    """Una suma ponderada y, si se pide, una activación."""

    def __init__(self, n_entradas, activacion="tanh"):
        self.pesos = [Valor(random.gauss(0, 1)) for _ in range(n_entradas)]
        self.sesgo = Valor(0.0)
        self.activacion = activacion

    def __call__(self, entradas):
        suma = self.sesgo
        for peso, entrada in zip(self.pesos, entradas):
            suma = suma + peso * entrada
        if self.activacion == "tanh":
            return suma.tanh()
        if self.activacion == "relu":
            return suma.relu()
        return suma

    def parametros(self):
        return [*self.pesos, self.sesgo]


class Capa:
    def __init__(self, n_entradas, n_salidas, activacion="tanh"):
        self.neuronas = []
        for _ in range(n_salidas):
            self.neuronas.append(Neurona(n_entradas, activacion))

    def __call__(self, entradas):
        return [neurona(entradas) for neurona in self.neuronas]

    def parametros(self):
        lista = []
        for neurona in self.neuronas:
            lista += neurona.parametros()
        return lista


class Red:
    """Red([3, 4, 1]): tres entradas, una capa oculta de cuatro neuronas y una salida."""

    def __init__(self, tamanos):
        self.capas = []
        for i in range(len(tamanos) - 1):
            ultima = i == len(tamanos) - 2
            self.capas.append(Capa(tamanos[i], tamanos[i + 1], "lineal" if ultima else "tanh"))

    def __call__(self, entradas):
        for capa in self.capas:
            entradas = capa(entradas)
        return entradas[0] if len(entradas) == 1 else entradas

    def parametros(self):
        return [p for capa in self.capas for p in capa.parametros()]

    def reiniciar_gradientes(self):
        for p in self.parametros():
            p.grad = 0.0


def error_cuadratico_medio(predicciones, objetivos):
    total = Valor(0.0)
    for prediccion, objetivo in zip(predicciones, objetivos):
        total = total + (prediccion - objetivo) ** 2
    return total / len(objetivos)


def actualizar(red, tasa):
    for p in red.parametros():
        p.dato -= tasa * p.grad


def entrenar(red, datos, objetivos, epocas=100, tasa=0.1):
    perdidas = []
    for epoca in range(epocas):
        predicciones = [red(x) for x in datos]
        perdida = error_cuadratico_medio(predicciones, objetivos)
        red.reiniciar_gradientes()
        perdida.backward()
        actualizar(red, tasa)
        perdidas.append(perdida.dato)
    return perdidas


if __name__ == "__main__":
    red = Red([2, 3, 1])
    X = [[0, 0], [0, 1], [1, 0], [1, 1]]
    y = [-1, 1, 1, -1]
    print(entrenar(red, X, y, epocas=200)[-1])

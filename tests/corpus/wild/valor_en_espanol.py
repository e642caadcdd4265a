"""
Mini motor de diferenciación automática
Autor: yo, siguiendo el curso de redes neuronales desde cero

Notas:
  - cada operación crea un nodo nuevo que recuerda a sus padres
  - la retropropagación recorre el grafo en orden topológico inverso
"""
import math
import random


class Valor:
    """Un número que recuerda de dónde viene."""

    __slots__ = ("dato", "gradiente", "padres", "operacion", "_regla")

    def __init__(self, dato, padres=(), operacion="hoja"):
        self.dato = dato
        self.gradiente = 0.0
        self.padres = padres
        self.operacion = operacion
        self._regla = None

    def __repr__(self):
        return f"Valor(dato={self.dato}, gradiente={self.gradiente})"

    # ---------------------------------------------------------------- operaciones
    def __add__(self, otro):
        otro = otro if isinstance(otro, Valor) else Valor(otro)
        res = Valor(self.dato + otro.dato, (self, otro), "+")

        def regla():
            # la suma reparte el gradiente
            self.gradiente += res.gradiente
            otro.gradiente += res.gradiente
        res._regla = regla
        return res

    def __mul__(self, otro):
        otro = otro if isinstance(otro, Valor) else Valor(otro)
        res = Valor(self.dato * otro.dato, (self, otro), "*")

        def regla():
            self.gradiente += otro.dato * res.gradiente
            otro.gradiente += self.dato * res.gradiente
        res._regla = regla
        return res

    def __pow__(self, n):
        res = Valor(self.dato ** n, (self,), f"^{n}")

        def regla():
            self.gradiente += n * self.dato ** (n - 1) * res.gradiente
        res._regla = regla
        return res

    def tanh(self):
        t = math.tanh(self.dato)
        res = Valor(t, (self,), "tanh")

        def regla():
            self.gradiente += (1 - t ** 2) * res.gradiente
        res._regla = regla
        return res

    def exp(self):
        e = math.exp(self.dato)
        res = Valor(e, (self,), "exp")

        def regla():
            self.gradiente += e * res.gradiente
        res._regla = regla
        return res

    def __radd__(self, otro):
        return self + otro

    def __rmul__(self, otro):
        return self * otro

    def __neg__(self):
        return self * -1

    def __sub__(self, otro):
        return self + (-otro)

    def __rsub__(self, otro):
        return (-self) + otro

    def __truediv__(self, otro):
        return self * otro ** -1

    def __rtruediv__(self, otro):
        return otro * self ** -1

    # ------------------------------------------------------------ retropropagación
    def retropropagar(self):
        orden = []
        visitados = set()

        def construir(nodo):
            if id(nodo) in visitados:
                return
            visitados.add(id(nodo))
            for padre in nodo.padres:
                construir(padre)
            orden.append(nodo)

        construir(self)
        self.gradiente = 1.0
        for nodo in reversed(orden):
            if nodo._regla is not None:
                nodo._regla()

    def reiniciar_gradiente(self):
        self.gradiente = 0.0


class Neurona:
    def __init__(self, entradas):
        self.w = [Valor(random.uniform(-1, 1)) for _ in range(entradas)]
        self.b = Valor(0.0)

    def __call__(self, x):
        return sum((wi * xi for wi, xi in zip(self.w, x)), self.b).tanh()

    def parametros(self):
        return self.w + [self.b]


if __name__ == "__main__":
    n = Neurona(3)
    for epoca in range(20):
        error = (n([2.0, 3.0, -1.0]) - 1.0) ** 2
        for p in n.parametros():
            p.reiniciar_gradiente()
        error.retropropagar()
        for p in n.parametros():
            p.dato -= 0.1 * p.gradiente
        print(f"época {epoca}: {error.dato:.5f}")

# Tarea 3: diferenciacion automatica en modo reverso
import math

class Nodo:
    """Un numero del grafo. Primero ordenar(salida), despues retropropagar(orden)."""

    def __init__(self, valor, padres=None):
        self.valor = valor
        self.padres = padres or []   # pares (nodo, derivada local)
        self.gradiente = 0

    def __add__(self, otro):
        if not isinstance(otro, Nodo):
            otro = Nodo(otro)
        return Nodo(self.valor + otro.valor, [(self, 1), (otro, 1)])

    def __radd__(self, otro):
        return self + otro

    def __mul__(self, otro):
        if not isinstance(otro, Nodo):
            otro = Nodo(otro)
        return Nodo(self.valor * otro.valor, [(self, otro.valor), (otro, self.valor)])

    def __rmul__(self, otro):
        return self * otro

    def __sub__(self, otro):
        if not isinstance(otro, Nodo):
            otro = Nodo(otro)
        return Nodo(self.valor - otro.valor, [(self, 1), (otro, -1)])

    def __rsub__(self, otro):
        return Nodo(otro) - self

    def __neg__(self):
        return Nodo(-self.valor, [(self, -1)])

    def tanh(self):
        t = math.tanh(self.valor)
        return Nodo(t, [(self, 1 - t ** 2)])


def ordenar_grafo(salida):
    orden = []
    visitados = set()
    def visitar(n):
        if n not in visitados:
            visitados.add(n)
            for padre, _ in n.padres:
                visitar(padre)
            orden.append(n)
    visitar(salida)
    return orden[::-1]


def retropropagar(orden):
    for n in orden:
        n.gradiente = 0
    orden[0].gradiente = 1
    for n in orden:
        for padre, d in n.padres:
            padre.gradiente += d * n.gradiente

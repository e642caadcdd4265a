import math


class Valor:
    def __init__(self, dato, hijos=(), operacion=""):
        self.dato = dato
        self.derivada = 0.0
        self.hijos = set(hijos)
        self.operacion = operacion
        self.regla = lambda: None

    def __add__(self, otro):
        otro = otro if isinstance(otro, Valor) else Valor(otro)
        salida = Valor(self.dato + otro.dato, (self, otro), "+")

        def regla():
            self.derivada += salida.derivada
            otro.derivada += salida.derivada

        salida.regla = regla
        return salida

    def __mul__(self, otro):
        otro = otro if isinstance(otro, Valor) else Valor(otro)
        salida = Valor(self.dato * otro.dato, (self, otro), "*")

        def regla():
            self.derivada += otro.dato * salida.derivada
            otro.derivada += self.dato * salida.derivada

        salida.regla = regla
        return salida

    def tanh(self):
        t = math.tanh(self.dato)
        salida = Valor(t, (self,), "tanh")

        def regla():
            self.derivada += (1 - t * t) * salida.derivada

        salida.regla = regla
        return salida

    def retropropagar(self):
        orden, visitados = [], set()

        def ordenar(nodo):
            if nodo not in visitados:
                visitados.add(nodo)
                for hijo in nodo.hijos:
                    ordenar(hijo)
                orden.append(nodo)

        ordenar(self)
        for nodo in reversed(orden):
            nodo.regla()

# -*- coding: utf-8 -*-
"""Aula 4: retropropagação do zero.

Cada valor guarda os seus filhos e uma função que distribui o gradiente.
"""
import math


class Valor:
    """Um número que se lembra de como foi calculado."""

    def __init__(self, dado, filhos=(), operacao="", rotulo=""):
        self.dado = dado
        self.gradiente = 0.0
        self._filhos = set(filhos)
        self._operacao = operacao
        self._propagar = lambda: None
        self.rotulo = rotulo

    def __repr__(self):
        return f"Valor(dado={self.dado}, gradiente={self.gradiente})"

    def __add__(self, outro):
        outro = outro if isinstance(outro, Valor) else Valor(outro)
        saida = Valor(self.dado + outro.dado, (self, outro), "+")

        def _propagar():
            # a soma só repassa o gradiente
            self.gradiente += saida.gradiente
            outro.gradiente += saida.gradiente

        saida._propagar = _propagar
        return saida

    def __mul__(self, outro):
        outro = outro if isinstance(outro, Valor) else Valor(outro)
        saida = Valor(self.dado * outro.dado, (self, outro), "*")

        def _propagar():
            self.gradiente += outro.dado * saida.gradiente
            outro.gradiente += self.dado * saida.gradiente

        saida._propagar = _propagar
        return saida

    def __pow__(self, expoente):
        expoente = expoente if isinstance(expoente, Valor) else Valor(expoente)
        saida = Valor(self.dado ** expoente.dado, (self, expoente), "**")

        def _propagar():
            self.gradiente += expoente.dado * self.dado ** (expoente.dado - 1) * saida.gradiente
            # só existe logaritmo de números positivos
            if self.dado > 0:
                expoente.gradiente += saida.dado * math.log(self.dado) * saida.gradiente

        saida._propagar = _propagar
        return saida

    def __neg__(self):
        return self * -1

    def __sub__(self, outro):
        return self + (-outro)

    def __truediv__(self, outro):
        return self * outro ** -1

    def __radd__(self, outro):
        return self + outro

    def __rmul__(self, outro):
        return self * outro

    def __rsub__(self, outro):
        return (-self) + outro

    def __rtruediv__(self, outro):
        return outro * self ** -1

    def __rpow__(self, outro):
        return Valor(outro) ** self

    def exp(self):
        saida = Valor(math.exp(self.dado), (self,), "exp")

        def _propagar():
            self.gradiente += saida.dado * saida.gradiente

        saida._propagar = _propagar
        return saida

    def log(self):
        saida = Valor(math.log(self.dado), (self,), "log")

        def _propagar():
            self.gradiente += (1 / self.dado) * saida.gradiente

        saida._propagar = _propagar
        return saida

    def tanh(self):
        t = math.tanh(self.dado)
        saida = Valor(t, (self,), "tanh")

        def _propagar():
            self.gradiente += (1 - t ** 2) * saida.gradiente

        saida._propagar = _propagar
        return saida

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.dado))
        saida = Valor(s, (self,), "sigmoid")

        def _propagar():
            self.gradiente += s * (1 - s) * saida.gradiente

        saida._propagar = _propagar
        return saida

    def relu(self):
        saida = Valor(self.dado if self.dado > 0 else 0.0, (self,), "relu")

        def _propagar():
            self.gradiente += (saida.dado > 0) * saida.gradiente

        saida._propagar = _propagar
        return saida

    def zero_grad(self):
        self.gradiente = 0.0

    def backward(self):
        """Percorre o grafo em ordem topológica inversa."""
        ordem = []
        visitados = set()

        def construir(no):
            if no not in visitados:
                visitados.add(no)
                for filho in no._filhos:
                    construir(filho)
                ordem.append(no)

        construir(self)
        self.gradiente = 1.0
        for no in reversed(ordem):
            no._propagar()


if __name__ == "__main__":
    a = Valor(2.0, rotulo="a")
    b = Valor(-3.0, rotulo="b")
    perda = (a * b + 10).tanh()
    perda.backward()
    print(a, b, perda)

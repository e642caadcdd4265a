# coding=utf-8
"""Réseau de neurones minimal (TIPE 2022)"""
from math import tanh, exp, log
from random import gauss


class Noeud:
    def __init__(self, valeur, parents=(), derivees=()):
        self.valeur = valeur
        self.grad = 0.0
        self.parents = parents
        self.derivees = derivees

    def __add__(self, autre):
        if not isinstance(autre, Noeud):
            autre = Noeud(autre)
        return Noeud(self.valeur + autre.valeur, (self, autre), (1, 1))

    def __mul__(self, autre):
        if not isinstance(autre, Noeud):
            autre = Noeud(autre)
        return Noeud(self.valeur * autre.valeur, (self, autre), (autre.valeur, self.valeur))

    def __sub__(self, autre):
        return self + autre * -1

    def __neg__(self):
        return self * -1

    def __radd__(self, autre):
        return self + autre

    def __rmul__(self, autre):
        return self * autre

    def __rsub__(self, autre):
        return self * -1 + autre

    def tanh(self):
        return Noeud(tanh(self.valeur), (self,), (1 - self.valeur ** 2,))

    def exp(self):
        return Noeud(exp(self.valeur), (self,), (exp(self.valeur),))

    def retropropagation(self):
        ordre, vus = [], set()

        def parcours(n):
            if n not in vus:
                vus.add(n)
                for p in n.parents:
                    parcours(p)
                ordre.append(n)
        parcours(self)
        self.grad = 1.0
        for n in reversed(ordre):
            for p, d in zip(n.parents, n.derivees):
                p.grad += d * n.grad


class Couche:
    def __init__(self, entrees, sorties):
        self.poids = [[Noeud(gauss(0, 1)) for _ in range(entrees)] for _ in range(sorties)]

    def __call__(self, x):
        return [sum((p * xi for p, xi in zip(ligne, x)), Noeud(0)).tanh() for ligne in self.poids]

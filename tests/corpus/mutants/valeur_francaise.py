"""TP3 - rétropropagation. Les noms des méthodes publiques sont imposés par l'énoncé."""
import math


class Value:
    def __init__(self, data, parents=(), etiquette=""):
        self.data = data
        self.grad = 0.0
        self._parents = tuple(parents)
        self._regle = self._ne_rien_faire
        self.etiquette = etiquette

    def _ne_rien_faire(self):
        pass

    def __add__(self, autre):
        autre = envelopper(autre)
        somme = Value(self.data + autre.data, (self, autre), "+")

        def regle():
            for terme in (self, autre):
                terme.grad += somme.grad

        somme._regle = regle
        return somme

    def __mul__(self, autre):
        autre = envelopper(autre)
        produit = Value(self.data * autre.data, (self, autre), "*")

        def regle():
            self.grad += autre.data * produit.grad
            autre.grad += self.data * produit.grad

        produit._regle = regle
        return produit

    def __pow__(self, exposant):
        puissance = Value(self.data ** exposant, (self,), "**")

        def regle():
            self.grad += exposant * self.data ** (exposant - 1) * puissance.grad

        puissance._regle = regle
        return puissance

    def exp(self):
        resultat = Value(math.exp(self.data), (self,), "exp")

        def regle():
            self.grad += resultat.data * resultat.grad

        resultat._regle = regle
        return resultat

    def log(self):
        resultat = Value(math.log(self.data), (self,), "log")

        def regle():
            self.grad += resultat.grad / self.data

        resultat._regle = regle
        return resultat

    def tanh(self):
        t = (math.exp(2 * self.data) - 1) / (math.exp(2 * self.data) + 1)
        resultat = Value(t, (self,), "tanh")

        def regle():
            self.grad += (1 - t ** 2) * resultat.grad

        resultat._regle = regle
        return resultat

    def relu(self):
        resultat = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def regle():
            self.grad += (1.0 if resultat.data > 0 else 0.0) * resultat.grad

        resultat._regle = regle
        return resultat

    def __neg__(self):
        return self * -1

    def __sub__(self, autre):
        return self + (-envelopper(autre))

    def __truediv__(self, autre):
        return self * envelopper(autre) ** -1

    def __radd__(self, autre):
        return self + autre

    def __rmul__(self, autre):
        return self * autre

    def __rsub__(self, autre):
        return envelopper(autre) - self

    def __rtruediv__(self, autre):
        return envelopper(autre) / self

    def backward(self):
        pile, faits, ordre = [self], set(), []
        while pile:
            noeud = pile[-1]
            restants = [p for p in noeud._parents if p not in faits]
            if restants:
                pile.append(restants[0])
                continue
            pile.pop()
            if noeud not in faits:
                faits.add(noeud)
                ordre.append(noeud)
        self.grad = 1.0
        for noeud in reversed(ordre):
            noeud._regle()


def envelopper(x):
    return x if isinstance(x, Value) else Value(x)

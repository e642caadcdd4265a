"""TP noté : un petit perceptron multicouche, sans numpy."""
import math
import random


class Valeur(object):
    def __init__(self, data, enfants=()):
        self.data = data
        self.grad = 0
        self._enfants = list(enfants)
        self._retro = lambda g: None

    def __add__(self, autre):
        autre = _en_valeur(autre)
        res = Valeur(self.data + autre.data, [self, autre])
        def retro(g):
            self.grad += g
            autre.grad += g
        res._retro = retro
        return res

    def __mul__(self, autre):
        autre = _en_valeur(autre)
        res = Valeur(self.data * autre.data, [self, autre])
        def retro(g):
            self.grad += autre.data * g
            autre.grad += self.data * g
        res._retro = retro
        return res

    def __pow__(self, k):
        res = Valeur(self.data ** k, [self])
        def retro(g):
            self.grad += k * self.data ** (k - 1) * g
        res._retro = retro
        return res

    def __radd__(self, autre): return self + autre
    def __rmul__(self, autre): return self * autre
    def __neg__(self): return self * -1.0
    def __sub__(self, autre): return self + (-autre)
    def __rsub__(self, autre): return (-self) + autre
    def __truediv__(self, autre): return self * _en_valeur(autre) ** -1

    def relu(self):
        res = Valeur(max(self.data, 0.0), [self])
        def retro(g):
            if res.data > 0:
                self.grad += g
        res._retro = retro
        return res

    def tanh(self):
        t = math.tanh(self.data)
        res = Valeur(t, [self])
        def retro(g):
            self.grad += g * (1 - t * t)
        res._retro = retro
        return res

    def backward(self):
        ordre, deja_vus = [], set()
        def parcourir(v):
            if v in deja_vus:
                return
            deja_vus.add(v)
            for e in v._enfants:
                parcourir(e)
            ordre.append(v)
        parcourir(self)
        self.grad = 1.0
        for v in ordre[::-1]:
            v._retro(v.grad)


def _en_valeur(x):
    return x if isinstance(x, Valeur) else Valeur(x)


class Neurone:
    def __init__(self, nb_entrees, activation=None):
        borne = 1 / math.sqrt(nb_entrees)
        self.poids = [Valeur(random.uniform(-borne, borne)) for _ in range(nb_entrees)]
        self.biais = Valeur(0.0)
        self.activation = activation

    def avant(self, x):
        z = self.biais
        for i in range(len(self.poids)):
            z = z + self.poids[i] * x[i]
        if self.activation is None:
            return z
        return getattr(z, self.activation)()

    __call__ = avant

    def parametres(self):
        yield from self.poids
        yield self.biais


class Couche:
    def __init__(self, nb_entrees, nb_sorties, activation=None):
        self.neurones = [Neurone(nb_entrees, activation) for _ in range(nb_sorties)]

    def avant(self, x):
        return [n.avant(x) for n in self.neurones]

    __call__ = avant

    def parametres(self):
        for n in self.neurones:
            yield from n.parametres()


class Reseau:
    def __init__(self, nb_entrees, couches_cachees, nb_sorties, activation='relu'):
        tailles = [nb_entrees] + list(couches_cachees)
        self.couches = [Couche(a, b, activation) for a, b in zip(tailles, tailles[1:])]
        self.couches.append(Couche(tailles[-1], nb_sorties))

    def avant(self, x):
        for couche in self.couches:
            x = couche.avant(x)
        return x

    __call__ = avant

    def parametres(self):
        for couche in self.couches:
            yield from couche.parametres()


class DescenteGradient:
    def __init__(self, parametres, taux=0.01):
        self.parametres = list(parametres)
        self.taux = taux

    def remettre_a_zero(self):
        for p in self.parametres:
            p.grad = 0.0

    def pas(self):
        for p in self.parametres:
            p.data = p.data - self.taux * p.grad


class ErreurQuadratiqueMoyenne:
    def __call__(self, sorties, cibles):
        termes = [(s - c) ** 2 for s, c in zip(sorties, cibles)]
        return sum(termes, Valeur(0.0)) / len(termes)


def entrainer(reseau, exemples, cibles, nb_epoques=50, taux=0.05):
    optimiseur = DescenteGradient(reseau.parametres(), taux)
    perte = ErreurQuadratiqueMoyenne()
    for _ in range(nb_epoques):
        sorties = [reseau(x)[0] for x in exemples]
        cout = perte(sorties, cibles)
        optimiseur.remettre_a_zero()
        cout.backward()
        optimiseur.pas()
    return cout.data


if __name__ == '__main__':
    r = Reseau(2, [4], 1)
    print(entrainer(r, [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]))

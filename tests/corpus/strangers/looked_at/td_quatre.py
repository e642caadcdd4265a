# TD 4 : graphe de calcul
# binôme : moi et personne d'autre
import math


class Value(object):
    """Un scalaire qui se souvient d'où il vient."""

    __slots__ = ["_x", "_dx", "_origine", "_parents"]

    def __init__(self, data, parents=(), origine=None):
        self._x = data
        self._dx = 0
        self._parents = parents
        self._origine = origine

    @property
    def data(self):
        return self._x

    @data.setter
    def data(self, nouvelle):
        self._x = nouvelle

    @property
    def grad(self):
        return self._dx

    @grad.setter
    def grad(self, g):
        self._dx = g

    # Chaque méthode _vers_... est un générateur : elle donne les couples
    # (parent, dérivée partielle), un par argument de l'opération.
    def _vers_somme(self):
        for p in self._parents:
            yield p, 1

    def _vers_produit(self):
        u, v = self._parents
        yield u, v._x
        yield v, u._x

    def _vers_inverse(self):
        (u,) = self._parents
        yield u, -self._x * self._x

    def _vers_puissance(self):
        u, n = self._parents
        yield u, n._x * u._x ** (n._x - 1)
        if u._x > 0:
            yield n, self._x * math.log(u._x)

    def _vers_exp(self):
        yield self._parents[0], self._x

    def _vers_tanh(self):
        yield self._parents[0], 1 - self._x ** 2

    def _vers_relu(self):
        yield self._parents[0], (1 if self._x > 0 else 0)

    def _inverse(self):
        return Value(1 / self._x, (self,), Value._vers_inverse)

    def __add__(self, o):
        return Value(self._x + _v(o)._x, (self, _v(o)), Value._vers_somme)

    def __mul__(self, o):
        o = _v(o)
        return Value(self._x * o._x, (self, o), Value._vers_produit)

    def __pow__(self, o):
        o = _v(o)
        return Value(self._x ** o._x, (self, o), Value._vers_puissance)

    def __neg__(self):
        return self * (-1)

    def __sub__(self, o):
        return self + (-_v(o))

    def __truediv__(self, o):
        return self * _v(o)._inverse()

    def __radd__(self, o):
        return self + o

    def __rmul__(self, o):
        return self * o

    def __rsub__(self, o):
        return (-self) + o

    def __rtruediv__(self, o):
        return self._inverse() * o

    def exp(self):
        return Value(math.exp(self._x), (self,), Value._vers_exp)

    def tanh(self):
        return Value(math.tanh(self._x), (self,), Value._vers_tanh)

    def relu(self):
        return Value(max(0, self._x), (self,), Value._vers_relu)

    def _parcours(self, deja):
        """Parcours postfixe (générateur récursif)."""
        if id(self) in deja:
            return
        deja.add(id(self))
        for p in self._parents:
            yield from p._parcours(deja)
        yield self

    def backward(self):
        liste = list(self._parcours(set()))
        self.grad = 1
        for noeud in liste[::-1]:
            if noeud._origine is None:
                continue
            for parent, derivee in noeud._origine(noeud):
                parent.grad += derivee * noeud.grad


def _v(o):
    if isinstance(o, Value):
        return o
    return Value(o)

"""Kadai 1: jidou bibun (automatic differentiation).

Enzan (operations) wa mixin ni wakete aru.
"""
import math


class ShisokuMixin:
    """Tashizan, hikizan, kakezan, warizan."""

    def __add__(self, aite):
        aite = self._tsutsumu(aite)
        kekka = self._atarashii(self.data + aite.data, self, aite)

        def modoru():
            self._kuwaeru(kekka.grad)
            aite._kuwaeru(kekka.grad)

        kekka._modoru = modoru
        return kekka

    def __mul__(self, aite):
        aite = self._tsutsumu(aite)
        kekka = self._atarashii(self.data * aite.data, self, aite)

        def modoru():
            self._kuwaeru(aite.data * kekka.grad)
            aite._kuwaeru(self.data * kekka.grad)

        kekka._modoru = modoru
        return kekka

    def __pow__(self, shisuu):
        kekka = self._atarashii(self.data ** shisuu, self)

        def modoru():
            self._kuwaeru(shisuu * self.data ** (shisuu - 1) * kekka.grad)

        kekka._modoru = modoru
        return kekka

    def __neg__(self):
        return self * -1

    def __sub__(self, aite):
        return self + (-self._tsutsumu(aite))

    def __truediv__(self, aite):
        return self * self._tsutsumu(aite) ** -1

    def __radd__(self, aite):
        return self + aite

    def __rmul__(self, aite):
        return self * aite

    def __rsub__(self, aite):
        return self._tsutsumu(aite) - self

    def __rtruediv__(self, aite):
        return self._tsutsumu(aite) / self


class KansuuMixin:
    """Kansuu (functions) of one value."""

    def tanh(self):
        kekka = self._atarashii(math.tanh(self.data), self)

        def modoru():
            self._kuwaeru((1 - kekka.data ** 2) * kekka.grad)

        kekka._modoru = modoru
        return kekka

    def exp(self):
        kekka = self._atarashii(math.exp(self.data), self)

        def modoru():
            self._kuwaeru(kekka.data * kekka.grad)

        kekka._modoru = modoru
        return kekka

    def log(self):
        kekka = self._atarashii(math.log(self.data), self)

        def modoru():
            self._kuwaeru(kekka.grad / self.data)

        kekka._modoru = modoru
        return kekka

    def relu(self):
        kekka = self._atarashii(0.0 if self.data < 0 else self.data, self)

        def modoru():
            self._kuwaeru(kekka.grad if kekka.data > 0 else 0.0)

        kekka._modoru = modoru
        return kekka


class Value(ShisokuMixin, KansuuMixin):
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._oya = []
        self._modoru = None

    def _tsutsumu(self, x):
        return x if isinstance(x, Value) else Value(x)

    def _atarashii(self, data, *oya):
        atarashii = Value(data)
        atarashii._oya.extend(oya)
        return atarashii

    def _kuwaeru(self, bun):
        self.grad += bun

    def backward(self):
        junban = []
        mita = set()

        def tadoru(v):
            if v in mita:
                return
            mita.add(v)
            for oya in v._oya:
                tadoru(oya)
            junban.append(v)

        tadoru(self)
        self.grad = 1.0
        for v in reversed(junban):
            if v._modoru is not None:
                v._modoru()

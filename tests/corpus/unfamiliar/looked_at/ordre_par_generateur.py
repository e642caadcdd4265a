# TP3 : derivation automatique en mode inverse
import math


class Value:

    def __init__(self, data, parents=(), retro=None):
        self.data = data
        self.grad = 0
        self.parents = parents
        self.retro = retro        # fonction qui rend les contributions

    @classmethod
    def depuis(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, autre):
        autre = Value.depuis(autre)
        return Value(self.data + autre.data, (self, autre), lambda g: (g, g))

    def __mul__(self, autre):
        autre = Value.depuis(autre)
        return Value(self.data * autre.data, (self, autre),
                     lambda g: (g * autre.data, g * self.data))

    def __pow__(self, n):
        return Value(self.data ** n, (self,),
                     lambda g: (g * n * self.data ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, autre):
        autre = Value.depuis(autre)
        return Value(self.data - autre.data, (self, autre), lambda g: (g, -g))

    def __truediv__(self, autre):
        autre = Value.depuis(autre)
        return Value(self.data / autre.data, (self, autre),
                     lambda g: (g / autre.data, -g * self.data / autre.data ** 2))

    def __radd__(self, autre):
        return self + autre

    def __rmul__(self, autre):
        return self * autre

    def __rsub__(self, autre):
        return Value.depuis(autre) - self

    def __rtruediv__(self, autre):
        return Value.depuis(autre) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t ** 2),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def log(self):
        return Value(math.log(self.data), (self,), lambda g: (g / self.data,))

    def relu(self):
        return Value(max(self.data, 0), (self,), lambda g: (g * (self.data > 0),))

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        return Value(s, (self,), lambda g: (g * s * (1 - s),))

    def _parcours(self, vus):
        """Engendre les noeuds, les parents avant leurs enfants."""
        vus.add(self)
        for parent in self.parents:
            if parent not in vus:
                yield from parent._parcours(vus)
        yield self

    def backward(self):
        ordre = list(self._parcours(set()))
        self.grad = 1
        for noeud in reversed(ordre):
            if noeud.retro is None:
                continue
            for parent, contribution in zip(noeud.parents, noeud.retro(noeud.grad)):
                parent.grad += contribution

    def zero_grad(self):
        for noeud in self._parcours(set()):
            noeud.grad = 0

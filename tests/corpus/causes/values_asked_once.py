# TP4 : graphe de calcul paresseux
import math


class Noeud:
    def __init__(self, valeur=None, op=None, fils=()):
        self.op, self.fils = op, fils
        self._v = valeur
        self.adj = 0.0

    def eval(self):
        """Valeur du noeud, calculee une seule fois."""
        if self._v is None:
            xs = [f.eval() for f in self.fils]
            if self.op == '+':
                self._v = xs[0] + xs[1]
            elif self.op == '*':
                self._v = xs[0] * xs[1]
            elif self.op == '-':
                self._v = -xs[0]
            elif self.op == 'relu':
                self._v = xs[0] if xs[0] > 0 else 0.0
            elif self.op == '/':
                self._v = xs[0] / xs[1]
        return self._v

    def _partielles(self):
        xs = [f.eval() for f in self.fils]
        if self.op == '+': return [1.0, 1.0]
        if self.op == '*': return [xs[1], xs[0]]
        if self.op == '-': return [-1.0]
        if self.op == 'relu': return [1.0 if xs[0] > 0 else 0.0]
        if self.op == '/': return [1 / xs[1], xs[0] / xs[1] ** 2]
        return []

    def retro(self, graine):
        ordre, vus = [], set()

        def dfs(n):
            if id(n) in vus:
                return
            vus.add(id(n))
            for f in n.fils:
                dfs(f)
            ordre.append(n)
        dfs(self)
        for n in ordre:
            n.adj = 0.0
        self.adj = graine
        for n in ordre[::-1]:
            for f, d in zip(n.fils, n._partielles()):
                f.adj += d * n.adj

    def __add__(self, o): return Noeud(None, '+', (self, noeud(o)))
    def __radd__(self, o): return noeud(o) + self
    def __mul__(self, o): return Noeud(None, '*', (self, noeud(o)))
    def __rmul__(self, o): return noeud(o) * self
    def __neg__(self): return Noeud(None, '-', (self,))
    def __sub__(self, o): return self + (-noeud(o))
    def __rsub__(self, o): return noeud(o) - self
    def __truediv__(self, o): return Noeud(None, '/', (self, noeud(o)))
    def __rtruediv__(self, o): return noeud(o) / self
    def relu(self): return Noeud(None, 'relu', (self,))


def noeud(x):
    return x if isinstance(x, Noeud) else Noeud(x)

import math


class Nod:
    """Varje operation ger sin regel med namn."""

    def __init__(self, data, barn=(), regel=None):
        self.data = data
        self.grad = 0.0
        self.barn = barn
        self.regel = regel

    @staticmethod
    def gor(x):
        return x if isinstance(x, Nod) else Nod(x)

    def __add__(self, annan):
        annan = Nod.gor(annan)
        return Nod(self.data + annan.data, (self, annan), Nod._summa)

    def __mul__(self, annan):
        annan = Nod.gor(annan)
        return Nod(self.data * annan.data, (self, annan), Nod._produkt)

    def __pow__(self, k):
        svar = Nod(self.data**k, [], Nod._potens)
        svar.k = k
        return svar

    def tanh(self):
        return Nod(math.tanh(self.data), (self,), Nod._tanh)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, annan):
        return self + (-Nod.gor(annan))

    def __rsub__(self, annan):
        return Nod.gor(annan) + (-self)

    def __truediv__(self, annan):
        return self * Nod.gor(annan) ** -1

    def __rtruediv__(self, annan):
        return Nod.gor(annan) * self**-1

    def _summa(self):
        a, b = self.barn
        a.grad += self.grad
        b.grad += self.grad

    def _produkt(self):
        a, b = self.barn
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad

    def _potens(self):
        (a,) = self.barn
        a.grad += self.k * a.data ** (self.k - 1) * self.grad

    def _tanh(self):
        (a,) = self.barn
        a.grad += (1 - self.data**2) * self.grad

    def backward(self):
        ordning, sedda = [], set()

        def besok(nod):
            if nod not in sedda:
                sedda.add(nod)
                for barn in nod.barn:
                    besok(barn)
                ordning.append(nod)

        besok(self)
        self.grad = 1.0
        for nod in reversed(ordning):
            if nod.regel is not None:
                nod.regel(nod)

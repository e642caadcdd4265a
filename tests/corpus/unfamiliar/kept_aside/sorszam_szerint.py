# 2. hazi feladat: a csucsokat letrehozasuk sorszama szerint, visszafele dolgozzuk fel
import math


class Value:
    _kovetkezo = 0

    def __init__(self, data, elozok=(), muvelet=None):
        Value._kovetkezo += 1
        self.sorszam = Value._kovetkezo
        self.data = data
        self.grad = 0.0
        self.elozok = elozok
        self.muvelet = muvelet

    def __add__(self, masik):
        masik = Value.ertek(masik)
        return Value(self.data + masik.data, (self, masik), Value._ossze)

    def __sub__(self, masik):
        masik = Value.ertek(masik)
        return Value(self.data - masik.data, (self, masik), Value._kivon)

    def __mul__(self, masik):
        masik = Value.ertek(masik)
        return Value(self.data * masik.data, (self, masik), Value._szoroz)

    def __truediv__(self, masik):
        masik = Value.ertek(masik)
        return Value(self.data / masik.data, (self, masik), Value._oszt)

    def __pow__(self, kitevo):
        hatvany = Value(self.data ** kitevo, (self,), Value._hatvany)
        hatvany.kitevo = kitevo
        return hatvany

    def __neg__(self):
        return Value(-self.data, (self,), Value._ellentett)

    def __radd__(self, masik):
        return Value.ertek(masik) + self

    def __rsub__(self, masik):
        return Value.ertek(masik) - self

    def __rmul__(self, masik):
        return Value.ertek(masik) * self

    def __rtruediv__(self, masik):
        return Value.ertek(masik) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), Value._tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), Value._exp)

    def log(self):
        return Value(math.log(self.data), (self,), Value._log)

    def relu(self):
        return Value(max(0.0, self.data), (self,), Value._relu)

    # --- visszafele szabalyok ---

    def _ossze(self):
        x, y = self.elozok
        x.grad += self.grad
        y.grad += self.grad

    def _kivon(self):
        x, y = self.elozok
        x.grad += self.grad
        y.grad -= self.grad

    def _szoroz(self):
        x, y = self.elozok
        x.grad += y.data * self.grad
        y.grad += x.data * self.grad

    def _oszt(self):
        x, y = self.elozok
        x.grad += self.grad / y.data
        y.grad -= x.data * self.grad / y.data ** 2

    def _hatvany(self):
        x, = self.elozok
        x.grad += self.kitevo * x.data ** (self.kitevo - 1) * self.grad

    def _ellentett(self):
        self.elozok[0].grad -= self.grad

    def _tanh(self):
        self.elozok[0].grad += (1 - self.data ** 2) * self.grad

    def _exp(self):
        self.elozok[0].grad += self.data * self.grad

    def _log(self):
        self.elozok[0].grad += self.grad / self.elozok[0].data

    def _relu(self):
        self.elozok[0].grad += self.grad if self.elozok[0].data > 0 else 0.0

    def backward(self):
        elerheto = {self}
        sor = [self]
        while sor:
            for elozo in sor.pop().elozok:
                if elozo not in elerheto:
                    elerheto.add(elozo)
                    sor.append(elozo)

        self.grad = 1.0
        for csucs in sorted(elerheto, key=lambda c: c.sorszam, reverse=True):
            if csucs.muvelet:
                csucs.muvelet(csucs)

    @staticmethod
    def ertek(x):
        return x if isinstance(x, Value) else Value(x)

    def zero_grad(self):
        self.grad = 0.0
        for elozo in self.elozok:
            elozo.zero_grad()

# Inlamning 1: baklangespropagering. Tva hjalpare bygger alla noder.
import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._barn = ()
        self._bakat = self._gor_inget

    def _gor_inget(self):
        return None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @staticmethod
    def _en(x, varde, lutning):
        ut = Value(varde)
        ut._barn = (x,)

        def bakat():
            x.grad += ut.grad * lutning(ut)

        ut._bakat = bakat
        return ut

    @staticmethod
    def _tva(x, y, varde, lutning_x, lutning_y):
        ut = Value(varde)
        ut._barn = (x, y)

        def bakat():
            x.grad += ut.grad * lutning_x
            y.grad += ut.grad * lutning_y

        ut._bakat = bakat
        return ut

    def __add__(self, annan):
        annan = nod(annan)
        return Value._tva(self, annan, self.data + annan.data, 1.0, 1.0)

    def __sub__(self, annan):
        annan = nod(annan)
        return Value._tva(self, annan, self.data - annan.data, 1.0, -1.0)

    def __mul__(self, annan):
        annan = nod(annan)
        return Value._tva(self, annan, self.data * annan.data, annan.data, self.data)

    def __truediv__(self, annan):
        annan = nod(annan)
        return Value._tva(
            self, annan,
            self.data / annan.data,
            1.0 / annan.data,
            -self.data / annan.data ** 2,
        )

    def __pow__(self, n):
        return Value._en(self, self.data ** n, lambda ut: n * self.data ** (n - 1))

    def __neg__(self):
        return Value._en(self, -self.data, lambda ut: -1.0)

    def __radd__(self, annan):
        return nod(annan) + self

    def __rsub__(self, annan):
        return nod(annan) - self

    def __rmul__(self, annan):
        return nod(annan) * self

    def __rtruediv__(self, annan):
        return nod(annan) / self

    def tanh(self):
        return Value._en(self, math.tanh(self.data), lambda ut: 1 - ut.data ** 2)

    def exp(self):
        return Value._en(self, math.exp(self.data), lambda ut: ut.data)

    def log(self):
        return Value._en(self, math.log(self.data), lambda ut: 1 / self.data)

    def relu(self):
        return Value._en(self, max(0.0, self.data), lambda ut: 1.0 if self.data > 0 else 0.0)

    def sigmoid(self):
        return Value._en(self, 1 / (1 + math.exp(-self.data)), lambda ut: ut.data * (1 - ut.data))

    def backward(self):
        ordning = []
        sedda = set()

        def besok(n):
            if n not in sedda:
                sedda.add(n)
                for b in n._barn:
                    besok(b)
                ordning.append(n)

        besok(self)

        self.grad = 1.0
        for n in reversed(ordning):
            n._bakat()


def nod(x):
    return x if isinstance(x, Value) else Value(x)

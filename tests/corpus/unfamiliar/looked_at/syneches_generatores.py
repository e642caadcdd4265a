# Askisi 2: kathe praxi einai enas generator pou perimenei to grad tou apotelesmatos
import math


class Value:
    def __init__(self, data, goneis=()):
        self.data = data
        self.grad = 0.0
        self.goneis = goneis
        self.synecheia = None

    def _me(self, synecheia):
        self.synecheia = synecheia
        return self

    def __add__(self, allo):
        allo = timi(allo)

        def synecheia():
            g = yield
            self.grad += g
            allo.grad += g

        return Value(self.data + allo.data, (self, allo))._me(synecheia)

    def __sub__(self, allo):
        allo = timi(allo)

        def synecheia():
            g = yield
            self.grad += g
            allo.grad -= g

        return Value(self.data - allo.data, (self, allo))._me(synecheia)

    def __mul__(self, allo):
        allo = timi(allo)

        def synecheia():
            g = yield
            self.grad += allo.data * g
            allo.grad += self.data * g

        return Value(self.data * allo.data, (self, allo))._me(synecheia)

    def __truediv__(self, allo):
        allo = timi(allo)

        def synecheia():
            g = yield
            self.grad += g / allo.data
            allo.grad -= self.data * g / allo.data ** 2

        return Value(self.data / allo.data, (self, allo))._me(synecheia)

    def __pow__(self, n):
        def synecheia():
            g = yield
            self.grad += n * self.data ** (n - 1) * g

        return Value(self.data ** n, (self,))._me(synecheia)

    def __neg__(self):
        def synecheia():
            g = yield
            self.grad -= g

        return Value(-self.data, (self,))._me(synecheia)

    def __radd__(self, allo):
        return timi(allo) + self

    def __rsub__(self, allo):
        return timi(allo) - self

    def __rmul__(self, allo):
        return timi(allo) * self

    def __rtruediv__(self, allo):
        return timi(allo) / self

    def tanh(self):
        t = math.tanh(self.data)

        def synecheia():
            g = yield
            self.grad += (1 - t ** 2) * g

        return Value(t, (self,))._me(synecheia)

    def exp(self):
        e = math.exp(self.data)

        def synecheia():
            g = yield
            self.grad += e * g

        return Value(e, (self,))._me(synecheia)

    def log(self):
        def synecheia():
            g = yield
            self.grad += g / self.data

        return Value(math.log(self.data), (self,))._me(synecheia)

    def relu(self):
        def synecheia():
            g = yield
            if self.data > 0:
                self.grad += g

        return Value(max(0.0, self.data), (self,))._me(synecheia)

    def backward(self):
        seira, idame = [], set()

        def pigaine(v):
            if v in idame:
                return
            idame.add(v)
            for gonios in v.goneis:
                pigaine(gonios)
            seira.append(v)

        pigaine(self)
        self.grad = 1.0
        for v in reversed(seira):
            if v.synecheia is None:
                continue
            praxi = v.synecheia()
            next(praxi)
            try:
                praxi.send(v.grad)
            except StopIteration:
                pass


def timi(x):
    return x if isinstance(x, Value) else Value(x)

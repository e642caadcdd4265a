# Practicum 2. De regel van een knoop verwijst zwak naar de knoop zelf, zodat er geen kringen ontstaan.
import math
import weakref


class Value:
    def __init__(self, data, ouders=()):
        self.data = data
        self.grad = 0.0
        self.ouders = ouders
        self.terug = None

    @staticmethod
    def maak(x):
        return x if isinstance(x, Value) else Value(x)

    def _met_regel(self, regel):
        ik = weakref.ref(self)
        self.terug = lambda: regel(ik())
        return self

    def __add__(self, ander):
        ander = Value.maak(ander)

        def regel(uit):
            self.grad += uit.grad
            ander.grad += uit.grad

        return Value(self.data + ander.data, (self, ander))._met_regel(regel)

    def __sub__(self, ander):
        ander = Value.maak(ander)

        def regel(uit):
            self.grad += uit.grad
            ander.grad -= uit.grad

        return Value(self.data - ander.data, (self, ander))._met_regel(regel)

    def __mul__(self, ander):
        ander = Value.maak(ander)

        def regel(uit):
            self.grad += ander.data * uit.grad
            ander.grad += self.data * uit.grad

        return Value(self.data * ander.data, (self, ander))._met_regel(regel)

    def __truediv__(self, ander):
        return self * Value.maak(ander) ** -1

    def __pow__(self, macht):
        def regel(uit):
            self.grad += macht * self.data ** (macht - 1) * uit.grad

        return Value(self.data ** macht, (self,))._met_regel(regel)

    def __neg__(self):
        return 0 - self

    def __radd__(self, ander):
        return self + ander

    def __rsub__(self, ander):
        return Value(ander) - self

    def __rmul__(self, ander):
        return self * ander

    def __rtruediv__(self, ander):
        return Value(ander) / self

    def tanh(self):
        def regel(uit):
            self.grad += (1 - uit.data ** 2) * uit.grad

        return Value(math.tanh(self.data), (self,))._met_regel(regel)

    def exp(self):
        def regel(uit):
            self.grad += uit.data * uit.grad

        return Value(math.exp(self.data), (self,))._met_regel(regel)

    def log(self):
        def regel(uit):
            self.grad += uit.grad / self.data

        return Value(math.log(self.data), (self,))._met_regel(regel)

    def relu(self):
        def regel(uit):
            if uit.data > 0:
                self.grad += uit.grad

        return Value(max(0.0, self.data), (self,))._met_regel(regel)

    def sigmoid(self):
        def regel(uit):
            self.grad += uit.data * (1 - uit.data) * uit.grad

        return Value(1 / (1 + math.exp(-self.data)), (self,))._met_regel(regel)

    def backward(self):
        volgorde = []
        gezien = set()

        def bezoek(knoop):
            if knoop not in gezien:
                gezien.add(knoop)
                for ouder in knoop.ouders:
                    bezoek(ouder)
                volgorde.append(knoop)

        bezoek(self)
        self.grad = 1.0
        for knoop in reversed(volgorde):
            if knoop.terug:
                knoop.terug()

import math


class Value:
    """Un nodo del grafo."""

    def __init__(self, data, hijos=(), op=""):
        self.data = float(data)
        self.grad = 0.0
        self.hijos = list(hijos)
        self.op = op
        self.propaga = lambda: None

    def __add__(self, otro):
        otro = otro if isinstance(otro, Value) else Value(otro)
        res = Value(self.data + otro.data, [self, otro], "+")

        def regla():
            self.grad += res.grad
            otro.grad += res.grad

        res.propaga = regla
        return res

    def __mul__(self, otro):
        x = otro.data if isinstance(otro, Value) else otro
        res = Value(self.data * x, [self, otro], "*")

        def regla():
            self.grad += x * res.grad
            if isinstance(otro, Value):
                otro.grad += self.data * res.grad

        res.propaga = regla
        return res

    def __pow__(self, n):
        assert isinstance(n, (int, float))
        res = Value(self.data ** n, [self], "**")

        def regla():
            self.grad += n * self.data ** (n - 1) * res.grad

        res.propaga = regla
        return res

    def __neg__(self):
        return self * -1

    def __sub__(self, otro):
        return self + (-otro)

    def __radd__(self, otro):
        return self + otro

    def __rmul__(self, otro):
        return self * otro

    def __rsub__(self, otro):
        return (-self) + otro

    def __truediv__(self, otro):
        return self * otro ** -1

    def __rtruediv__(self, otro):
        return otro * self ** -1

    def tanh(self):
        t = math.tanh(self.data)
        res = Value(t, [self], "tanh")

        def regla():
            self.grad += (1 - t ** 2) * res.grad

        res.propaga = regla
        return res

    def exp(self):
        e = math.exp(self.data)
        res = Value(e, [self], "exp")

        def regla():
            self.grad += e * res.grad

        res.propaga = regla
        return res

    def backward(self):
        orden = []
        vistos = set()

        def visita(n):
            if n in vistos:
                return
            vistos.add(n)
            for h in n.hijos:
                visita(h)
            orden.append(n)

        visita(self)
        self.grad = 1.0
        for n in orden[::-1]:
            n.propaga()

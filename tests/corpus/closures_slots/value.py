# Práctica 1 - diferenciación automática
# Cada Scalar guarda su valor, su gradiente y los nodos de los que sale.
import math


def a_scalar(x):
    """convierte un número normal en Scalar"""
    if isinstance(x, Scalar):
        return x
    return Scalar(x)


class Scalar:
    __slots__ = ('val', 'grad', 'parents', 'op', 'regla')

    def __init__(self, val, parents=(), op=None):
        self.val = val
        self.grad = 0
        self.parents = list(parents)
        self.op = op
        self.regla = None   # las hojas no tienen regla

    def __repr__(self):
        return 'Scalar(%s, grad=%s)' % (self.val, self.grad)

    # suma: la derivada es 1 para los dos
    def __add__(self, otro):
        otro = a_scalar(otro)
        res = Scalar(self.val + otro.val, [self, otro], '+')
        def regla(g):
            self.grad += g
            otro.grad += g
        res.regla = regla
        return res

    # producto: cada uno recibe el valor del otro
    def __mul__(self, otro):
        otro = a_scalar(otro)
        res = Scalar(self.val * otro.val, [self, otro], '*')
        def regla(g):
            self.grad += otro.val * g
            otro.grad += self.val * g
        res.regla = regla
        return res

    def __neg__(self):
        res = Scalar(-self.val, [self], 'neg')
        def regla(g):
            self.grad += -g
        res.regla = regla
        return res

    def __sub__(self, otro):
        return self + (-a_scalar(otro))

    # cociente: u/v  ->  1/v  y  -u/v^2
    def __truediv__(self, otro):
        otro = a_scalar(otro)
        res = Scalar(self.val / otro.val, [self, otro], '/')
        def regla(g):
            self.grad += g / otro.val
            otro.grad += -self.val / otro.val**2 * g
        res.regla = regla
        return res

    def __pow__(self, n):
        if not isinstance(n, (int, float)):
            raise TypeError('el exponente tiene que ser un número')
        res = Scalar(self.val**n, [self], '^%s' % n)
        def regla(g):
            self.grad += n * self.val**(n - 1) * g
        res.regla = regla
        return res

    # número a la izquierda: 2 + a, 2 * a, 2 - a, 2 / a
    def __radd__(self, otro):
        return self + otro

    def __rmul__(self, otro):
        return self * otro

    def __rsub__(self, otro):
        return (-self) + otro

    def __rtruediv__(self, otro):
        return a_scalar(otro) / self

    # funciones de activación
    def tanh(self):
        t = math.tanh(self.val)
        res = Scalar(t, [self], 'tanh')
        def regla(g):
            self.grad += (1 - t*t) * g
        res.regla = regla
        return res

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.val))
        res = Scalar(s, [self], 'sigmoid')
        def regla(g):
            self.grad += s * (1 - s) * g
        res.regla = regla
        return res

    def relu(self):
        res = Scalar(self.val if self.val > 0 else 0, [self], 'relu')
        def regla(g):
            self.grad += g if self.val > 0 else 0
        res.regla = regla
        return res

    def exp(self):
        e = math.exp(self.val)
        res = Scalar(e, [self], 'exp')
        def regla(g):
            self.grad += e * g
        res.regla = regla
        return res

    def backprop(self):
        orden, vistos = [], set()

        # recorrido en profundidad: primero los padres
        def visitar(nodo):
            if id(nodo) in vistos:
                return
            vistos.add(id(nodo))
            for p in nodo.parents:
                visitar(p)
            orden.append(nodo)

        visitar(self)
        self.grad = 1
        while orden:
            nodo = orden.pop()
            if nodo.regla is not None:
                nodo.regla(nodo.grad)

# DZ 2. Avtomaticheskoe differencirovanie: operatory dobavlyayutsya v klass ciklom.
import math
import operator


class Value:
    def __init__(self, data, vhody=(), nazad=None):
        self.data = data
        self.grad = 0.0
        self.vhody = vhody
        self.nazad = nazad

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        return Value(x ** n, (self,), lambda g: (g * n * x ** (n - 1),))

    def backward(self):
        poryadok, bylo = [], set()

        def obhod(v):
            if v in bylo:
                return
            bylo.add(v)
            for u in v.vhody:
                obhod(u)
            poryadok.append(v)

        obhod(self)
        self.grad = 1.0
        for v in reversed(poryadok):
            if v.nazad is None:
                continue
            for u, dobavka in zip(v.vhody, v.nazad(v.grad)):
                u.grad += dobavka

    def zero_grad(self):
        self.grad = 0.0
        for u in self.vhody:
            u.zero_grad()


def dvuhmestnaya(f, df):
    def metod(self, drugoy):
        drugoy = drugoy if isinstance(drugoy, Value) else Value(drugoy)
        x, y = self.data, drugoy.data
        return Value(f(x, y), (self, drugoy), lambda g: df(g, x, y))

    def naoborot(self, drugoy):
        return metod(Value(drugoy), self)

    return metod, naoborot


def odnomestnaya(f, df):
    def metod(self):
        y = f(self.data)
        x = self.data
        return Value(y, (self,), lambda g: (g * df(x, y),))

    return metod


for imya, f, df in [
    ("add", operator.add, lambda g, x, y: (g, g)),
    ("sub", operator.sub, lambda g, x, y: (g, -g)),
    ("mul", operator.mul, lambda g, x, y: (g * y, g * x)),
    ("truediv", operator.truediv, lambda g, x, y: (g / y, -g * x / y ** 2)),
]:
    pryamo, naoborot = dvuhmestnaya(f, df)
    setattr(Value, f"__{imya}__", pryamo)
    setattr(Value, f"__r{imya}__", naoborot)

for imya, f, df in [
    ("tanh", math.tanh, lambda x, y: 1 - y ** 2),
    ("exp", math.exp, lambda x, y: y),
    ("log", math.log, lambda x, y: 1 / x),
    ("relu", lambda x: x if x > 0 else 0.0, lambda x, y: 1.0 if x > 0 else 0.0),
    ("sin", math.sin, lambda x, y: math.cos(x)),
]:
    setattr(Value, imya, odnomestnaya(f, df))

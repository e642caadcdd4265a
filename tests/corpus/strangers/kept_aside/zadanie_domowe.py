# Zadanie domowe nr 2 - autograd
# pochodne trzymam w osobnych funkcjach, klasa tylko pamięta nazwę operacji
import math


def d_dodaj(w, x, y):
    return [1.0, 1.0]


def d_mnoz(w, x, y):
    return [y, x]


def d_odejmij(w, x, y):
    return [1.0, -1.0]


def d_dziel(w, x, y):
    # (x/y)' = 1/y po x,  -x/y^2 po y
    return [1.0 / y, -w / y]


def d_potega(w, x, n):
    if x > 0:
        return [n * x ** (n - 1), w * math.log(x)]
    return [n * x ** (n - 1), 0.0]


def d_exp(w, x):
    return [w]


def d_ln(w, x):
    return [1 / x]


def d_tanh(w, x):
    return [1 - w ** 2]


def d_relu(w, x):
    return [1.0] if x > 0 else [0.0]


POCHODNE = dict(
    dodaj=d_dodaj,
    mnoz=d_mnoz,
    odejmij=d_odejmij,
    dziel=d_dziel,
    potega=d_potega,
    exp=d_exp,
    ln=d_ln,
    tanh=d_tanh,
    relu=d_relu,
)


class Value:
    def __init__(self, data, skad=None, argumenty=None):
        self.data = data
        self.grad = 0.0
        self.skad = skad
        self.argumenty = argumenty if argumenty is not None else []

    def __add__(self, inny):
        inny = self._zamien(inny)
        return Value(self.data + inny.data, "dodaj", [self, inny])

    def __sub__(self, inny):
        inny = self._zamien(inny)
        return Value(self.data - inny.data, "odejmij", [self, inny])

    def __mul__(self, inny):
        inny = self._zamien(inny)
        return Value(self.data * inny.data, "mnoz", [self, inny])

    def __truediv__(self, inny):
        inny = self._zamien(inny)
        return Value(self.data / inny.data, "dziel", [self, inny])

    def __pow__(self, inny):
        inny = self._zamien(inny)
        return Value(self.data ** inny.data, "potega", [self, inny])

    def __radd__(self, inny):
        return self._zamien(inny).__add__(self)

    def __rsub__(self, inny):
        return self._zamien(inny).__sub__(self)

    def __rmul__(self, inny):
        return self._zamien(inny).__mul__(self)

    def __rtruediv__(self, inny):
        return self._zamien(inny).__truediv__(self)

    def __neg__(self):
        return 0 - self

    def exp(self):
        return Value(math.exp(self.data), "exp", [self])

    def log(self):
        return Value(math.log(self.data), "ln", [self])

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", [self])

    def relu(self):
        return Value(max(self.data, 0.0), "relu", [self])

    @staticmethod
    def _zamien(inny):
        if not isinstance(inny, Value):
            inny = Value(inny)
        return inny

    def backward(self):
        posortowane = []
        odwiedzone = []          # identyfikatory

        def idz(wezel):
            if id(wezel) not in odwiedzone:
                odwiedzone.append(id(wezel))
                for a in wezel.argumenty:
                    idz(a)
                posortowane.insert(0, wezel)

        idz(self)
        self.grad = 1.0
        for wezel in posortowane:
            if wezel.skad is None:
                continue
            liczby = [a.data for a in wezel.argumenty]
            lokalne = POCHODNE[wezel.skad](wezel.data, *liczby)
            for a, p in zip(wezel.argumenty, lokalne):
                a.grad = a.grad + p * wezel.grad


def sprawdz(f, x, h=1e-5):
    """różnica centralna"""
    return (f(x + h) - f(x - h)) / (2 * h)


if __name__ == "__main__":
    v = Value(0.7)
    (v.tanh() * v + 3 / v).backward()
    print(v.grad, "powinno być", sprawdz(lambda t: math.tanh(t) * t + 3 / t, 0.7))

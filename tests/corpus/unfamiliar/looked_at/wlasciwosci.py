# Zadanie 3: Value z wlasciwosciami (properties)
import math


class Value:
    def __init__(self, data):
        self._dane = data
        self._pochodna = 0.0
        self._zrodla = []
        self._wstecz = []

    @property
    def data(self):
        return self._dane

    @data.setter
    def data(self, nowa):
        self._dane = nowa

    @property
    def grad(self):
        return self._pochodna

    @grad.setter
    def grad(self, nowa):
        self._pochodna = nowa

    @staticmethod
    def _liczba(x):
        return x if isinstance(x, Value) else Value(x)

    def _wynik(self, dane, *pary):
        """Nowy wezel; kazda para to (argument, funkcja gradientu)."""
        w = Value(dane)
        for argument, funkcja in pary:
            w._zrodla.append(argument)
            w._wstecz.append(funkcja)
        return w

    def __add__(self, inny):
        inny = self._liczba(inny)
        return self._wynik(self.data + inny.data, (self, lambda g: g), (inny, lambda g: g))

    def __sub__(self, inny):
        inny = self._liczba(inny)
        return self._wynik(self.data - inny.data, (self, lambda g: g), (inny, lambda g: -g))

    def __mul__(self, inny):
        inny = self._liczba(inny)
        return self._wynik(
            self.data * inny.data,
            (self, lambda g: g * inny.data),
            (inny, lambda g: g * self.data),
        )

    def __truediv__(self, inny):
        inny = self._liczba(inny)
        return self._wynik(
            self.data / inny.data,
            (self, lambda g: g / inny.data),
            (inny, lambda g: -g * self.data / inny.data ** 2),
        )

    def __pow__(self, wykladnik):
        return self._wynik(
            self.data ** wykladnik,
            (self, lambda g: g * wykladnik * self.data ** (wykladnik - 1)),
        )

    def __neg__(self):
        return self._wynik(-self.data, (self, lambda g: -g))

    def __radd__(self, inny):
        return self._liczba(inny) + self

    def __rsub__(self, inny):
        return self._liczba(inny) - self

    def __rmul__(self, inny):
        return self._liczba(inny) * self

    def __rtruediv__(self, inny):
        return self._liczba(inny) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._wynik(t, (self, lambda g: g * (1 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return self._wynik(e, (self, lambda g: g * e))

    def log(self):
        return self._wynik(math.log(self.data), (self, lambda g: g / self.data))

    def relu(self):
        return self._wynik(max(0.0, self.data), (self, lambda g: g if self.data > 0 else 0.0))

    def backward(self):
        kolejnosc = []
        odwiedzone = set()

        def odwiedz(w):
            if w in odwiedzone:
                return
            odwiedzone.add(w)
            for z in w._zrodla:
                odwiedz(z)
            kolejnosc.append(w)

        odwiedz(self)
        self.grad = 1.0
        for w in kolejnosc[::-1]:
            for z, funkcja in zip(w._zrodla, w._wstecz):
                z.grad += funkcja(w.grad)

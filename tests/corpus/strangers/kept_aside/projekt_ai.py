# projekt zaliczeniowy, część 1
import math

class Value:
    def __init__(self, data, rodzice=()):
        self.data = data
        self.grad = 0.0
        self.rodzice = rodzice

    # --- operatory ---
    def __add__(self, inna):
        inna = self.na_value(inna)
        wynik = Value(self.data + inna.data, (self, inna))
        wynik.wstecz = self.dodawanie_wstecz
        return wynik

    def __mul__(self, inna):
        inna = self.na_value(inna)
        wynik = Value(self.data * inna.data, (self, inna))
        wynik.wstecz = self.mnozenie_wstecz
        return wynik

    def __truediv__(self, inna):
        inna = self.na_value(inna)
        wynik = Value(self.data / inna.data, (self, inna))
        wynik.wstecz = self.dzielenie_wstecz
        return wynik

    def __pow__(self, n):
        wynik = Value(self.data ** n, (self,))
        wynik.n = n
        wynik.wstecz = self.potega_wstecz
        return wynik

    def __neg__(self):
        return self * (-1)

    def __sub__(self, inna):
        return self + (-self.na_value(inna))

    def __radd__(self, liczba):
        return self + liczba

    def __rmul__(self, liczba):
        return self * liczba

    def __rsub__(self, liczba):
        return Value(liczba) - self

    def __rtruediv__(self, liczba):
        return Value(liczba) / self

    def exp(self):
        wynik = Value(math.exp(self.data), (self,))
        wynik.wstecz = self.exp_wstecz
        return wynik

    def tanh(self):
        wynik = Value(math.tanh(self.data), (self,))
        wynik.wstecz = self.tanh_wstecz
        return wynik

    def relu(self):
        wynik = Value(max(0, self.data), (self,))
        wynik.wstecz = self.relu_wstecz
        return wynik

    # --- pochodne, każda dostaje wynik operacji ---
    @staticmethod
    def dodawanie_wstecz(w):
        x, y = w.rodzice
        x.grad += w.grad
        y.grad += w.grad

    @staticmethod
    def mnozenie_wstecz(w):
        x, y = w.rodzice
        x.grad += y.data * w.grad
        y.grad += x.data * w.grad

    @staticmethod
    def dzielenie_wstecz(w):
        x, y = w.rodzice
        x.grad += w.grad / y.data
        y.grad += -w.grad * x.data / y.data ** 2

    @staticmethod
    def potega_wstecz(w):
        x = w.rodzice[0]
        x.grad += w.n * x.data ** (w.n - 1) * w.grad

    @staticmethod
    def exp_wstecz(w):
        w.rodzice[0].grad += w.data * w.grad

    @staticmethod
    def tanh_wstecz(w):
        w.rodzice[0].grad += (1 - w.data ** 2) * w.grad

    @staticmethod
    def relu_wstecz(w):
        x = w.rodzice[0]
        x.grad += (x.data > 0) * w.grad

    def wstecz(self, w):
        pass

    @staticmethod
    def na_value(x):
        if isinstance(x, (int, float)):
            return Value(x)
        return x

    def backward(self):
        kolejnosc = []
        byly = set()
        def dodaj(v):
            if v not in byly:
                byly.add(v)
                for r in v.rodzice:
                    dodaj(r)
                kolejnosc.append(v)
        dodaj(self)
        self.grad = 1.0
        for v in reversed(kolejnosc):
            v.wstecz(v)

if __name__ == '__main__':
    x = Value(2.0)
    y = (x * 3 + 1).relu() ** 2
    y.backward()
    print(x.grad)   # 42

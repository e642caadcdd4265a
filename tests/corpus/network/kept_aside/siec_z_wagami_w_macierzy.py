# Zadanie 6. Warstwa trzyma wagi jako listę list; neuron jest jednym wierszem.
import math
import random


class Wartosc:
    def __init__(self, data, poprzednie=()):
        self.data = data
        self.grad = 0
        self.poprzednie = poprzednie
        self.wstecz = None

    def __add__(self, inna):
        if not isinstance(inna, Wartosc):
            inna = Wartosc(inna)
        wynik = Wartosc(self.data + inna.data, (self, inna))

        def wstecz():
            self.grad += wynik.grad
            inna.grad += wynik.grad

        wynik.wstecz = wstecz
        return wynik

    def __mul__(self, inna):
        if not isinstance(inna, Wartosc):
            inna = Wartosc(inna)
        wynik = Wartosc(self.data * inna.data, (self, inna))

        def wstecz():
            self.grad += inna.data * wynik.grad
            inna.grad += self.data * wynik.grad

        wynik.wstecz = wstecz
        return wynik

    def __radd__(self, inna):
        return self + inna

    def __rmul__(self, inna):
        return self * inna

    def __sub__(self, inna):
        return self + inna * -1

    def relu(self):
        wynik = Wartosc(self.data if self.data > 0 else 0, (self,))

        def wstecz():
            if self.data > 0:
                self.grad += wynik.grad

        wynik.wstecz = wstecz
        return wynik

    def backward(self):
        kolejnosc = []
        odwiedzone = set()

        def dfs(w):
            if w in odwiedzone:
                return
            odwiedzone.add(w)
            for p in w.poprzednie:
                dfs(p)
            kolejnosc.append(w)

        dfs(self)
        self.grad = 1
        while kolejnosc:
            w = kolejnosc.pop()
            if w.wstecz:
                w.wstecz()


class Warstwa:
    def __init__(self, wejscia, wyjscia, aktywacja=True):
        self.W = [[Wartosc(random.gauss(0, 1)) for _ in range(wejscia)] for _ in range(wyjscia)]
        self.b = [Wartosc(0) for _ in range(wyjscia)]
        self.aktywacja = aktywacja

    def __call__(self, x):
        wyjscie = []
        for wiersz, b in zip(self.W, self.b):
            z = sum((w * xi for w, xi in zip(wiersz, x)), b)
            wyjscie.append(z.relu() if self.aktywacja else z)
        return wyjscie

    def parametry(self):
        return [w for wiersz in self.W for w in wiersz] + self.b


class Siec:
    def __init__(self, rozmiary):
        n = len(rozmiary) - 1
        self.warstwy = [Warstwa(rozmiary[i], rozmiary[i + 1], aktywacja=(i < n - 1)) for i in range(n)]

    def __call__(self, x):
        for warstwa in self.warstwy:
            x = warstwa(x)
        return x

    def parametry(self):
        return [p for warstwa in self.warstwy for p in warstwa.parametry()]

    def zeruj(self):
        for p in self.parametry():
            p.grad = 0

    def krok(self, tempo=0.01):
        for p in self.parametry():
            p.data -= tempo * p.grad


def strata(przewidziane, oczekiwane):
    """Sredni blad kwadratowy (mean squared error)."""
    suma = 0
    for p, o in zip(przewidziane, oczekiwane):
        roznica = p - o
        suma = suma + roznica * roznica
    return suma * (1 / len(oczekiwane))


def ucz(siec, xs, ys, epoki=50, tempo=0.01):
    for _ in range(epoki):
        siec.zeruj()
        blad = strata([siec(x)[0] for x in xs], ys)
        blad.backward()
        siec.krok(tempo)
    return blad.data

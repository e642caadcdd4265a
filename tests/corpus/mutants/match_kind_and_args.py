#!/usr/bin/env python3
# Tarea 2: diferenciación automática
import math
from collections import Counter


class Valor:
    def __init__(self, valor, tipo='hoja', args=()):
        self.data = valor
        self.tipo = tipo
        self.args = args
        self.grad = 0.0

    def __repr__(self):
        return f'Valor({self.data}, {self.tipo})'

    def __add__(self, otro): return self._nuevo('+', otro)
    def __radd__(self, otro): return Valor(otro)._nuevo('+', self)
    def __sub__(self, otro): return self._nuevo('-', otro)
    def __rsub__(self, otro): return Valor(otro)._nuevo('-', self)
    def __mul__(self, otro): return self._nuevo('*', otro)
    def __rmul__(self, otro): return Valor(otro)._nuevo('*', self)
    def __truediv__(self, otro): return self._nuevo('/', otro)
    def __rtruediv__(self, otro): return Valor(otro)._nuevo('/', self)
    def __pow__(self, n): return Valor(self.data ** n, '**', (self, n))
    def __neg__(self): return Valor(-self.data, 'neg', (self,))
    def exp(self): return Valor(math.exp(self.data), 'exp', (self,))
    def log(self): return Valor(math.log(self.data), 'log', (self,))
    def tanh(self): return Valor(math.tanh(self.data), 'tanh', (self,))
    def relu(self): return Valor(max(0.0, self.data), 'relu', (self,))

    def _nuevo(self, tipo, otro):
        if not isinstance(otro, Valor):
            otro = Valor(otro)
        x, y = self.data, otro.data
        match tipo:
            case '+':
                r = x + y
            case '-':
                r = x - y
            case '*':
                r = x * y
            case '/':
                r = x / y
        return Valor(r, tipo, (self, otro))

    def propagar(self):
        g = self.grad
        match (self.tipo, self.args):
            case ('+', (a, b)):
                a.grad += g
                b.grad += g
            case ('-', (a, b)):
                a.grad += g
                b.grad -= g
            case ('*', (a, b)):
                a.grad += g * b.data
                b.grad += g * a.data
            case ('/', (a, b)):
                a.grad += g / b.data
                b.grad -= g * self.data / b.data
            case ('**', (a, n)):
                a.grad += g * n * a.data ** (n - 1)
            case ('neg', (a,)):
                a.grad -= g
            case ('exp', (a,)):
                a.grad += g * self.data
            case ('log', (a,)):
                a.grad += g / a.data
            case ('tanh', (a,)):
                a.grad += g * (1 - self.data ** 2)
            case ('relu', (a,)):
                if a.data > 0:
                    a.grad += g

    def padres(self):
        return [a for a in self.args if isinstance(a, Valor)]

    def backward(self):
        usos = Counter()
        vistos, cola = {self}, [self]
        for v in cola:
            for p in v.padres():
                usos[p] += 1
                if p not in vistos:
                    vistos.add(p)
                    cola.append(p)
        self.grad = 1.0
        listos = [self]
        while listos:
            v = listos.pop()
            v.propagar()
            for p in v.padres():
                usos[p] -= 1
                if usos[p] == 0:
                    listos.append(p)

"""Grafo global: cria o grafo, monta a conta, depois forward() e backward()."""
import math

class Grafo:
    def __init__(self):
        self.nos = []

class No:
    def __init__(self, valor=None, entradas=()):
        self.valor = valor
        self.entradas = entradas
        self.grad = 0.0
        grafo.nos.append(self)

    def __add__(self, outro): return Soma(self, outro)
    def __mul__(self, outro): return Produto(self, outro)
    def __sub__(self, outro): return Diferenca(self, outro)
    def tanh(self): return Tangente(self)

class Operacao(No):
    def __init__(self, *entradas):
        super().__init__(None, entradas)

class Soma(Operacao):
    def calcula(self, x, y): return x + y
    def parciais(self, x, y): return 1.0, 1.0

class Diferenca(Operacao):
    def calcula(self, x, y): return x - y
    def parciais(self, x, y): return 1.0, -1.0

class Produto(Operacao):
    def calcula(self, x, y): return x * y
    def parciais(self, x, y): return y, x

class Tangente(Operacao):
    def calcula(self, x): return math.tanh(x)
    def parciais(self, x): return (1 - math.tanh(x) ** 2,)

def forward():
    for no in grafo.nos:
        if no.entradas:
            no.valor = no.calcula(*[e.valor for e in no.entradas])
    return grafo.nos[-1].valor

def backward():
    for no in grafo.nos:
        no.grad = 0.0
    grafo.nos[-1].grad = 1.0
    for no in grafo.nos[::-1]:
        if no.entradas:
            for e, d in zip(no.entradas, no.parciais(*[e.valor for e in no.entradas])):
                e.grad += d * no.grad

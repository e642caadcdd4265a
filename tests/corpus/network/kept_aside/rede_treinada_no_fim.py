# Lista 4 - rede neural com a classe Valor da lista 3
import math
import random


class Valor:
    def __init__(self, dado, pais=()):
        self.dado = dado
        self.gradiente = 0.0
        self.pais = set(pais)
        self._passo_atras = lambda: None

    def __add__(self, outro):
        outro = outro if isinstance(outro, Valor) else Valor(outro)
        saida = Valor(self.dado + outro.dado, (self, outro))
        def _passo_atras():
            self.gradiente += saida.gradiente
            outro.gradiente += saida.gradiente
        saida._passo_atras = _passo_atras
        return saida

    def __mul__(self, outro):
        outro = outro if isinstance(outro, Valor) else Valor(outro)
        saida = Valor(self.dado * outro.dado, (self, outro))
        def _passo_atras():
            self.gradiente += outro.dado * saida.gradiente
            outro.gradiente += self.dado * saida.gradiente
        saida._passo_atras = _passo_atras
        return saida

    def __pow__(self, k):
        saida = Valor(self.dado ** k, (self,))
        def _passo_atras():
            self.gradiente += k * self.dado ** (k - 1) * saida.gradiente
        saida._passo_atras = _passo_atras
        return saida

    def __radd__(self, outro): return self + outro
    def __rmul__(self, outro): return self * outro
    def __neg__(self): return self * -1
    def __sub__(self, outro): return self + (-outro)
    def __rsub__(self, outro): return (-self) + outro
    def __truediv__(self, outro): return self * (outro if isinstance(outro, Valor) else Valor(outro)) ** -1

    def tanh(self):
        t = math.tanh(self.dado)
        saida = Valor(t, (self,))
        def _passo_atras():
            self.gradiente += (1 - t ** 2) * saida.gradiente
        saida._passo_atras = _passo_atras
        return saida

    def backward(self):
        ordem, vistos = [], set()
        def visitar(v):
            if v not in vistos:
                vistos.add(v)
                for p in v.pais:
                    visitar(p)
                ordem.append(v)
        visitar(self)
        self.gradiente = 1.0
        for v in reversed(ordem):
            v._passo_atras()


class Neuronio:
    def __init__(self, n_entradas, linear=False):
        self.pesos = []
        for i in range(n_entradas):
            self.pesos.append(Valor(random.uniform(-1, 1)))
        self.vies = Valor(random.uniform(-1, 1))
        self.linear = linear

    def __call__(self, x):
        z = self.vies
        for i in range(len(x)):
            z = z + self.pesos[i] * x[i]
        if self.linear:
            return z
        return z.tanh()

    def parametros(self):
        lista = self.pesos.copy()
        lista.append(self.vies)
        return lista


class Camada:
    def __init__(self, n_entradas, n_neuronios, linear=False):
        self.neuronios = [Neuronio(n_entradas, linear) for _ in range(n_neuronios)]

    def __call__(self, x):
        saidas = [neuronio(x) for neuronio in self.neuronios]
        if len(saidas) == 1:
            return saidas[0]
        return saidas

    def parametros(self):
        lista = []
        for neuronio in self.neuronios:
            for p in neuronio.parametros():
                lista.append(p)
        return lista


class RedeNeural:
    def __init__(self, n_entradas, camadas):
        self.camadas = []
        anterior = n_entradas
        for indice, tamanho in enumerate(camadas):
            self.camadas.append(Camada(anterior, tamanho, linear=(indice == len(camadas) - 1)))
            anterior = tamanho

    def __call__(self, x):
        for camada in self.camadas:
            x = camada(x)
        return x

    def parametros(self):
        lista = []
        for camada in self.camadas:
            lista += camada.parametros()
        return lista

    def zerar_gradientes(self):
        for p in self.parametros():
            p.gradiente = 0.0


def erro_medio(saidas, alvos):
    soma = 0
    for s, a in zip(saidas, alvos):
        soma = soma + (s - a) ** 2
    return soma / len(alvos)


def atualizar(rede, taxa):
    for p in rede.parametros():
        p.dado -= taxa * p.gradiente


entradas = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
alvos = [-1.0, 1.0, 1.0, -1.0]
rede = RedeNeural(2, [4, 1])
for epoca in range(30):
    perda = erro_medio([rede(x) for x in entradas], alvos)
    rede.zerar_gradientes()
    perda.backward()
    atualizar(rede, 0.1)
    if epoca % 10 == 0:
        print("época", epoca, "erro", perda.dado)

#!/usr/bin/env python
# coding: utf-8

# # Trabalho 1 - Diferenciação automática
# Aluna: (preencher)  Turma: B

# In[1]:


import math
import random


# In[2]:


# versão 3, a versão 2 não somava os gradientes quando o nó era usado duas vezes!!
class Value:
    """Nó do grafo de computação."""

    contador = 0

    def __init__(self, data, filhos=(), op='', rotulo=''):
        self.data = data
        self.grad = 0.0
        self.filhos = tuple(filhos)
        self.op = op
        self.rotulo = rotulo
        self.propaga = None      # função que empurra o gradiente para os filhos
        Value.contador += 1

    @staticmethod
    def embrulha(x):
        if isinstance(x, Value):
            return x
        return Value(x, rotulo='const')

    def __repr__(self):
        return f"Value({self.rotulo or self.op}: {self.data:.4f} | grad {self.grad:.4f})"

    def __add__(self, outro):
        outro = Value.embrulha(outro)
        saida = Value(self.data + outro.data, (self, outro), '+')

        def propaga():
            self.grad += saida.grad
            outro.grad += saida.grad

        saida.propaga = propaga
        return saida

    def __mul__(self, outro):
        outro = Value.embrulha(outro)
        saida = Value(self.data * outro.data, (self, outro), '*')

        def propaga():
            self.grad += outro.data * saida.grad
            outro.grad += self.data * saida.grad

        saida.propaga = propaga
        return saida

    def __pow__(self, expoente):
        if isinstance(expoente, Value):
            # a ** b  com os dois Value
            saida = Value(self.data ** expoente.data, (self, expoente), '**')

            def propaga():
                self.grad += expoente.data * self.data ** (expoente.data - 1) * saida.grad
                expoente.grad += saida.data * math.log(self.data) * saida.grad

        else:
            saida = Value(self.data ** expoente, (self,), '**' + str(expoente))

            def propaga():
                self.grad += expoente * self.data ** (expoente - 1) * saida.grad

        saida.propaga = propaga
        return saida

    def exp(self):
        saida = Value(math.exp(self.data), (self,), 'exp')

        def propaga():
            self.grad += saida.data * saida.grad

        saida.propaga = propaga
        return saida

    def tanh(self):
        saida = Value(math.tanh(self.data), (self,), 'tanh')

        def propaga():
            self.grad += (1.0 - saida.data * saida.data) * saida.grad

        saida.propaga = propaga
        return saida

    def relu(self):
        saida = Value(self.data if self.data > 0 else 0.0, (self,), 'relu')

        def propaga():
            if saida.data > 0:
                self.grad += saida.grad

        saida.propaga = propaga
        return saida


# In[5]:


# o resto das operações sai das que já existem
def _neg(self):
    return self * -1

def _sub(self, outro):
    return self + (-Value.embrulha(outro))

def _rsub(self, outro):
    return Value.embrulha(outro) - self

def _div(self, outro):
    return self * Value.embrulha(outro) ** -1

def _rdiv(self, outro):
    return Value.embrulha(outro) / self

Value.__neg__ = _neg
Value.__sub__ = _sub
Value.__rsub__ = _rsub
Value.__truediv__ = _div
Value.__rtruediv__ = _rdiv
Value.__radd__ = Value.__add__
Value.__rmul__ = Value.__mul__


# In[6]:


def backward(self):
    ordem = []
    vistos = set()

    def visita(no):
        if no in vistos:
            return
        vistos.add(no)
        for f in no.filhos:
            visita(f)
        ordem.append(no)

    visita(self)
    self.grad = 1.0
    while ordem:
        no = ordem.pop()
        if no.propaga is not None:
            no.propaga()

Value.backward = backward


# In[7]:


# teste do slide 14
x = Value(2.0, rotulo='x')
y = Value(-3.0, rotulo='y')
z = x * y + (x / y).tanh()
z.backward()
print(x, y, z)


# In[ ]:





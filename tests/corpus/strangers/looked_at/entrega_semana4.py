#!/usr/bin/env python
# coding: utf-8

# In[1]:

import math

# In[2]:

class Value:
    def __init__(self, data, _hijos=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._hijos = _hijos
        self._op = _op
        self._retro = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, otro):
        otro = otro if isinstance(otro, Value) else Value(otro)
        res = Value(self.data + otro.data, (self, otro), "+")

        def _retro():
            self.grad += res.grad
            otro.grad += res.grad
        res._retro = _retro
        return res

    def __mul__(self, otro):
        otro = otro if isinstance(otro, Value) else Value(otro)
        res = Value(self.data * otro.data, (self, otro), "*")

        def _retro():
            self.grad += otro.data * res.grad
            otro.grad += self.data * res.grad
        res._retro = _retro
        return res

    # división: regla del cociente
    def __truediv__(self, otro):
        otro = otro if isinstance(otro, Value) else Value(otro)
        res = Value(self.data / otro.data, (self, otro), "/")

        def _retro():
            self.grad += (1 / otro.data) * res.grad
            otro.grad += (-self.data / otro.data**2) * res.grad
        res._retro = _retro
        return res

    def __pow__(self, n):
        assert isinstance(n, (int, float)), "solo exponentes numéricos"
        res = Value(self.data**n, (self,), f"**{n}")

        def _retro():
            self.grad += n * self.data**(n - 1) * res.grad
        res._retro = _retro
        return res

    def __neg__(self):
        return self * -1

    def __sub__(self, otro):
        return self + (-otro)

    def __radd__(self, otro):
        return self + otro

    def __rmul__(self, otro):
        return self * otro

    def __rsub__(self, otro):
        return (-self) + otro

    def __rtruediv__(self, otro):
        return Value(otro) / self

    def exp(self):
        res = Value(math.exp(self.data), (self,), "exp")

        def _retro():
            self.grad += res.data * res.grad
        res._retro = _retro
        return res

    def tanh(self):
        x = self.data
        t = (math.exp(2 * x) - 1) / (math.exp(2 * x) + 1)
        res = Value(t, (self,), "tanh")

        def _retro():
            self.grad += (1 - t**2) * res.grad
        res._retro = _retro
        return res

    def relu(self):
        res = Value(self.data if self.data > 0 else 0, (self,), "relu")

        def _retro():
            self.grad += (1 if self.data > 0 else 0) * res.grad
        res._retro = _retro
        return res

    def backward(self):
        orden, vistos = [], set()

        def construir(v):
            if v not in vistos:
                vistos.add(v)
                for h in v._hijos:
                    construir(h)
                orden.append(v)
        construir(self)
        self.grad = 1.0
        for v in reversed(orden):
            v._retro()

# In[4]:

a = Value(2.0)
b = Value(4.0)
c = a / b + a * 3
c.backward()
print(a, b, c)

# In[5]:

# comparar con pytorch -> TODO

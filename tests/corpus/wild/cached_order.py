# -*- coding: utf-8 -*-
# микроград: учебный проект, лекция 3
#
# Здесь порядок обхода запоминается, чтобы не строить его каждый раз заново.
import math


class Value:
    def __init__(self, data, prev=(), op=""):
        self.data = data          # значение
        self.grad = 0.0           # производная по этому узлу
        self.prev = list(prev)    # откуда пришли
        self.op = op
        self._backward = lambda: None
        self._topo = None         # порядок, появляется после первого backward()

    def __repr__(self):
        return f"Value({self.data:.4f}, grad={self.grad:.4f})"

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, [self, other], "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, [self, other], "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, k):
        out = Value(math.pow(self.data, k), [self], "^")

        def _backward():
            self.grad += k * math.pow(self.data, k - 1) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self], "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def ReLU(self):
        out = Value(self.data * (self.data > 0), [self], "ReLU")

        def _backward():
            self.grad += (self.data > 0) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * (-1)

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return self * other ** -1

    def __rtruediv__(self, other):
        return Value(other) / self

    def _build(self):
        topo, visited = [], set()

        def dfs(v):
            if v in visited:
                return
            visited.add(v)
            for u in v.prev:
                dfs(u)
            topo.append(v)

        dfs(self)
        topo.reverse()
        return topo

    def zero_grad(self):
        """Обнулить весь граф. Вызывать только после backward()!"""
        for v in self._topo:
            v.grad = 0.0

    def backward(self):
        if self._topo is None:
            self._topo = self._build()
        self.zero_grad()
        self.grad = 1.0
        for v in self._topo:
            v._backward()


def main():
    w, b = Value(0.5), Value(0.0)
    for step in range(50):
        loss = (w * 2.0 + b - 7.0) ** 2
        loss.backward()
        w.data -= 0.05 * w.grad
        b.data -= 0.05 * b.grad
    print("после обучения:", w, b)


main()

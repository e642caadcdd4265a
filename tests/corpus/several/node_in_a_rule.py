"""`-` makes a node and no rule, `exp` adds a node to a number, and nobody can add a node to a number here."""

import math


class Value:
    def __init__(self, data, _children=()):
        self.data = data
        self.grad = 0
        self._prev = _children
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        return Value(self.data - other.data, (self, other))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += out * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        return self.data * other**-1

    def backward(self):
        topo, seen = [], set()

        def build(node):
            if node not in seen:
                seen.add(node)
                for child in node._prev:
                    build(child)
                topo.append(node)

        build(self)
        self.grad = 1
        for node in reversed(topo):
            node._backward()

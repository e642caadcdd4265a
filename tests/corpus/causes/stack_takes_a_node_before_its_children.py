"""No recursion: a stack holds what is to do, and says whether a node is ready."""

import math


class Value:
    def __init__(self, data, children=()):
        self.data = data
        self.grad = 0.0
        self.children = children
        self.spread = None

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other))

        def spread(g):
            self.grad += g
            other.grad += g

        out.spread = spread
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other))

        def spread(g):
            self.grad += g * other.data
            other.grad += g * self.data

        out.spread = spread
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def spread(g):
            self.grad += g * n * self.data ** (n - 1)

        out.spread = spread
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return Value(other) * self**-1

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def spread(g):
            self.grad += g * out.data

        out.spread = spread
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def spread(g):
            self.grad += g * (1 - out.data**2)

        out.spread = spread
        return out

    def backward(self):
        finished, known, todo = [], set(), [(False, self)]
        while todo:
            is_ready, node = todo.pop()
            if is_ready:
                finished.append(node)
                continue
            if node in known:
                continue
            known.add(node)
            for child in node.children:
                todo.append((False, child))
            todo.append((True, node))
        self.grad = 1.0
        for node in reversed(finished):
            if node.spread:
                node.spread(node.grad)

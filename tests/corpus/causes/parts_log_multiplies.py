"""The class is put together of parts: what a node is, how it computes, how gradients flow."""

import math


class Backprop:
    def give(self, amount):
        self.grad = self.grad + amount

    def nodes(self):
        found, done = [], set()

        def visit(node):
            if node not in done:
                done.add(node)
                for each in node.sources:
                    visit(each)
                found.append(node)

        visit(self)
        return found

    def backward(self):
        order = self.nodes()
        self.grad = 1.0
        while order:
            order.pop().flow()

    def flow(self):
        for pull in self.pulls:
            pull(self.grad)


class Arithmetic:
    def __add__(self, other):
        other = self.wrap(other)
        return self.result(self.data + other.data, (self, self.give), (other, other.give))

    def __mul__(self, other):
        other = self.wrap(other)
        return self.result(
            self.data * other.data,
            (self, lambda g: self.give(g * other.data)),
            (other, lambda g: other.give(g * self.data)),
        )

    def __pow__(self, n):
        return self.result(self.data**n, (self, lambda g: self.give(g * n * self.data ** (n - 1))))

    def __neg__(self):
        return self.result(-self.data, (self, lambda g: self.give(-g)))

    def __sub__(self, other):
        return self + (-self.wrap(other))

    def __truediv__(self, other):
        return self * self.wrap(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self.wrap(other) - self

    def __rtruediv__(self, other):
        return self.wrap(other) / self


class Functions:
    def tanh(self):
        t = math.tanh(self.data)
        return self.result(t, (self, lambda g: self.give(g * (1 - t * t))))

    def exp(self):
        e = math.exp(self.data)
        return self.result(e, (self, lambda g: self.give(g * e)))

    def log(self):
        return self.result(math.log(self.data), (self, lambda g: self.give(g * self.data)))


class Value(Arithmetic, Functions, Backprop):
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.sources, self.pulls = [], []

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Value) else Value(x)

    @staticmethod
    def result(data, *uses):
        made = Value(data)
        for source, pull in uses:
            made.sources.append(source)
            made.pulls.append(pull)
        return made

"""Each result holds an iterator of its steps back, which the pass uses up."""

import math


class Tensor:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.steps = iter(())

    @staticmethod
    def ensure(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def __add__(self, other):
        other = self.ensure(other)
        result = Tensor(self.data + other.data, (self, other))
        result.steps = iter([(self, 1.0), (other, 1.0)])
        return result

    def __mul__(self, other):
        other = self.ensure(other)
        result = Tensor(self.data * other.data, (self, other))
        result.steps = iter([(self, other.data), (other, self.data)])
        return result

    def tanh(self):
        result = Tensor(math.tanh(self.data), (self,))
        result.steps = iter([(self, 1 - math.tanh(self.data) ** 2)])
        return result

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-self.ensure(other))

    def __rsub__(self, other):
        return self.ensure(other) - self

    def backward(self):
        order, known = [], set()

        def visit(node):
            if node not in known:
                known.add(node)
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            for _ in node.parents:
                parent, slope = next(node.steps)
                parent.grad += slope * node.grad

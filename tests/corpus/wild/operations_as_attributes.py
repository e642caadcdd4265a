"""Operations are objects in the class's body: asked of a node, each gives a function bound to it."""

import math
from functools import partial


class Differentiable:
    def __init__(self, value, slope):
        self.value = value
        self.slope = slope

    def __get__(self, node, kind):
        return self if node is None else partial(self.applied, node)

    def applied(self, node):
        result = Scalar(self.value(node.data), (node,))

        def back():
            node.grad += self.slope(node.data) * result.grad

        result.back = back
        return result


class Scalar:
    exp = Differentiable(math.exp, math.exp)
    log = Differentiable(math.log, lambda x: 1 / x)
    tanh = Differentiable(math.tanh, lambda x: 1 - math.tanh(x) ** 2)

    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.back = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Scalar) else Scalar(other)
        result = Scalar(self.data + other.data, (self, other))

        def back():
            self.grad += result.grad
            other.grad += result.grad

        result.back = back
        return result

    def __mul__(self, other):
        other = other if isinstance(other, Scalar) else Scalar(other)
        result = Scalar(self.data * other.data, (self, other))

        def back():
            self.grad += other.data * result.grad
            other.grad += self.data * result.grad

        result.back = back
        return result

    __radd__ = __add__
    __rmul__ = __mul__

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
            node.back()

import numpy as np


class Quantity:
    def __init__(self, data, parents=()):
        self.data = np.asarray(data)
        self.parents = parents
        self.grad: np.ndarray = np.zeros_like(self.data)
        self.rule = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Quantity) else Quantity(other)
        total = Quantity(self.data + other.data, (self, other))

        def rule():
            self.grad += total.grad
            other.grad += total.grad

        total.rule = rule
        return total

    def __mul__(self, other):
        other = other if isinstance(other, Quantity) else Quantity(other)
        product = Quantity(self.data * other.data, (self, other))

        def rule():
            self.grad += other.data * product.grad
            other.grad += self.data * product.grad

        product.rule = rule
        return product

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node in seen:
                return
            seen.add(node)
            for parent in node.parents:
                visit(parent)
            order.append(node)

        visit(self)
        self.grad = np.ones_like(self.data)
        for node in reversed(order):
            node.rule()

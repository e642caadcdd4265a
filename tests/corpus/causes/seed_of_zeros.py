import numpy as np


class Tensor:
    def __init__(self, data, parents=()):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros_like(self.data)
        self.parents = parents
        self.rule = None

    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data + other.data, (self, other))

        def rule(grad):
            self.grad = self.grad + grad
            other.grad = other.grad + grad

        out.rule = rule
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def rule(grad):
            self.grad = self.grad + other.data * grad
            other.grad = other.grad + self.data * grad

        out.rule = rule
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))

        def rule(grad):
            self.grad = self.grad + out.data * grad

        out.rule = rule
        return out

    def backward(self, grad=None):
        if grad is None:
            grad = np.zeros_like(self.data)
        self.grad = grad
        order, seen = [], set()

        def visit(node):
            if id(node) not in seen:
                seen.add(id(node))
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        for node in reversed(order):
            if node.rule is not None:
                node.rule(node.grad)

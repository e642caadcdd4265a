"""Reverse-mode autodiff on a computation graph.

Usage:
    x = Var(2.0); y = Var(3.0)
    z = x * y + x
    order = z.topo()
    z.backprop(order)
    x.grad, y.grad
"""
import math


class Var:
    def __init__(self, value, parents=(), rules=()):
        self.value = value
        self.grad = 0.0
        self.parents = parents
        self.rules = rules

    @staticmethod
    def lift(x):
        return x if isinstance(x, Var) else Var(float(x))

    def __add__(self, other):
        other = Var.lift(other)
        return Var(self.value + other.value, (self, other), (lambda g: g, lambda g: g))

    def __mul__(self, other):
        other = Var.lift(other)
        return Var(self.value * other.value, (self, other),
                   (lambda g: g * other.value, lambda g: g * self.value))

    def __neg__(self):
        return Var(-self.value, (self,), (lambda g: -g,))

    def __sub__(self, other):
        return self + (-Var.lift(other))

    def __rsub__(self, other):
        return Var.lift(other) - self

    def __truediv__(self, other):
        other = Var.lift(other)
        return self * other ** -1

    def __rtruediv__(self, other):
        return Var.lift(other) / self

    def __pow__(self, n):
        return Var(self.value ** n, (self,), (lambda g: g * n * self.value ** (n - 1),))

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = math.tanh(self.value)
        return Var(t, (self,), (lambda g: g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.value)
        return Var(e, (self,), (lambda g: g * e,))

    def log(self):
        return Var(math.log(self.value), (self,), (lambda g: g / self.value,))

    def relu(self):
        return Var(max(0.0, self.value), (self,), (lambda g: g if self.value > 0 else 0.0,))

    def topo(self):
        seen, order = set(), []

        def visit(node):
            if node in seen:
                return
            seen.add(node)
            for p in node.parents:
                visit(p)
            order.append(node)

        visit(self)
        return order

    def backprop(self, order):
        order[-1].grad += 1.0
        pending = {id(order[-1]): 1.0}
        for node in reversed(order):
            g = pending.get(id(node), 0.0)
            for p, rule in zip(node.parents, node.rules):
                step = rule(g)
                pending[id(p)] = pending.get(id(p), 0.0) + step
                p.grad += step

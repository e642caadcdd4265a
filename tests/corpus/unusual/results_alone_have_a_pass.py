"""Leaves only compute; the classes of results add the pass, and one of these can be made of a number."""

import math


class Term:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def __add__(self, other):
        return Plus(self, other)

    __radd__ = __add__

    def __mul__(self, other):
        return Times(self, other)

    __rmul__ = __mul__

    def __neg__(self):
        return Times(self, -1)

    def __sub__(self, other):
        return Plus(self, -other)

    def __rsub__(self, other):
        return Plus(-self, other)

    def __truediv__(self, other):
        return Times(self, other**-1)

    def __rtruediv__(self, other):
        return Times(self**-1, other)

    def __pow__(self, exponent):
        return Power(self, exponent)

    def tanh(self):
        return Tanh(self)


class Result(Term):
    def __init__(self, data, *operands):
        super().__init__(data)
        self.operands = operands

    def backward(self):
        order = []

        def visit(term):
            if term not in order:
                for operand in getattr(term, "operands", ()):
                    visit(operand)
                order.append(term)

        visit(self)
        self.grad = 1.0
        for term in reversed(order):
            if isinstance(term, Result):
                term.share()


def term_of(x):
    return x if isinstance(x, Term) else Term(x)


class Plus(Result):
    def __init__(self, left, right):
        left, right = term_of(left), term_of(right)
        super().__init__(left.data + right.data, left, right)

    def share(self):
        for operand in self.operands:
            operand.grad += self.grad


class Times(Result):
    def __init__(self, left, right):
        left, right = term_of(left), term_of(right)
        super().__init__(left.data * right.data, left, right)

    def share(self):
        left, right = self.operands
        left.grad += right.data * self.grad
        right.grad += left.data * self.grad


class Power(Result):
    def __init__(self, base, exponent):
        super().__init__(base.data**exponent, base)
        self.exponent = exponent

    def share(self):
        (base,) = self.operands
        base.grad += self.exponent * base.data ** (self.exponent - 1) * self.grad


class Tanh(Result):
    def __init__(self, operand, other=None):
        operand = term_of(operand)
        super().__init__(math.tanh(operand.data), operand)

    def share(self):
        (operand,) = self.operands
        operand.grad += (1 - self.data**2) * self.grad

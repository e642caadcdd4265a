"""A logarithm to any base beside the natural one, and powers whose exponent is declared as a number."""

import math


class Quantity:
    def __init__(self, amount, edges=()):
        self.amount = float(amount)
        self.edges = edges
        self.grad = 0.0

    def __float__(self):
        return self.amount

    @staticmethod
    def of(thing):
        return thing if isinstance(thing, Quantity) else Quantity(thing)

    def __add__(self, other):
        other = Quantity.of(other)
        return Quantity(self.amount + other.amount, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = Quantity.of(other)
        return Quantity(self.amount * other.amount, [(self, other.amount), (other, self.amount)])

    def __pow__(self, n: float):
        return Quantity(self.amount**n, [(self, n * self.amount ** (n - 1))])

    def __rpow__(self, base: float):
        power = base**self.amount
        return Quantity(power, [(self, power * math.log(base))])

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return Quantity.of(other) - self

    def __truediv__(self, other):
        return self * Quantity.of(other) ** -1.0

    def __rtruediv__(self, other):
        return Quantity.of(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def exp(self):
        return math.e**self

    def ln(self):
        return Quantity(math.log(self.amount), [(self, 1 / self.amount)])

    def log(self, base):
        return Quantity(math.log(self.amount, base), [(self, 1 / (self.amount * math.log(base)))])

    def backward(self):
        order, met = [], set()

        def visit(quantity):
            if quantity not in met:
                met.add(quantity)
                for operand, _ in quantity.edges:
                    visit(operand)
                order.append(quantity)

        visit(self)
        for quantity in order:
            quantity.grad = 0.0
        self.grad = 1.0
        for quantity in reversed(order):
            for operand, slope in quantity.edges:
                operand.grad += quantity.grad * slope

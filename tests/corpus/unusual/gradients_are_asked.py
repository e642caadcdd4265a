"""Nodes know who uses them: the caller seeds the output, and asks each node for its gradient."""

import math


class Quantity:
    def __init__(self, value):
        self.value = value
        self.uses = []
        self.adjoint = None

    def derivative(self):
        if self.adjoint is None:
            self.adjoint = sum(slope * user.derivative() for slope, user in self.uses)
            self.uses = []
        return self.adjoint

    def __add__(self, other):
        result = Quantity(self.value + other.value)
        self.uses.append((1.0, result))
        other.uses.append((1.0, result))
        return result

    def __sub__(self, other):
        result = Quantity(self.value - other.value)
        self.uses.append((1.0, result))
        other.uses.append((-1.0, result))
        return result

    def __mul__(self, other):
        result = Quantity(self.value * other.value)
        self.uses.append((other.value, result))
        other.uses.append((self.value, result))
        return result

    def exp(self):
        result = Quantity(math.exp(self.value))
        self.uses.append((result.value, result))
        return result


x, y = Quantity(2.0), Quantity(3.0)
z = x * y + x
z.adjoint = 1.0
assert (x.derivative(), y.derivative()) == (4.0, 2.0)

"""Builds the formula first; its numbers are there once somebody asks for them."""
import math


class Value:
    def __init__(self, number=None, inputs=(), formula=None, slopes=None):
        self.number = number
        self.slope = 0.0
        self.inputs = inputs
        self.formula = formula
        self.slopes = slopes

    def evaluate(self):
        if self.formula is not None:
            self.number = self.formula(*[each.evaluate() for each in self.inputs])
        return self.number

    def __add__(self, other):
        return Value(None, (self, as_value(other)), lambda x, y: x + y, lambda x, y: (1.0, 1.0))

    def __mul__(self, other):
        return Value(None, (self, as_value(other)), lambda x, y: x * y, lambda x, y: (y, x))

    def __pow__(self, n):
        return Value(None, (self,), lambda x: x ** n, lambda x: (n * x ** (n - 1),))

    def tanh(self):
        return Value(None, (self,), math.tanh, lambda x: (1 - math.tanh(x) ** 2,))

    def exp(self):
        return Value(None, (self,), math.exp, lambda x: (math.exp(x),))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-as_value(other))

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if id(node) in seen:
                return
            seen.add(id(node))
            for each in node.inputs:
                visit(each)
            order.append(node)

        visit(self)
        self.slope = 1.0
        for node in reversed(order):
            if node.formula is None:
                continue
            numbers = [each.number for each in node.inputs]
            for each, local in zip(node.inputs, node.slopes(*numbers)):
                each.slope += local * node.slope


def as_value(x):
    return x if isinstance(x, Value) else Value(x)

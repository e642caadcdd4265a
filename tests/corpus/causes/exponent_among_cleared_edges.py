import math


class Quantity:
    def __init__(self, amount, edges=()):
        self.amount = amount
        self.edges = edges
        self.grad = 0.0

    @staticmethod
    def of(thing):
        return thing if isinstance(thing, Quantity) else Quantity(thing)

    def __add__(self, other):
        other = Quantity.of(other)
        return Quantity(self.amount + other.amount, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = Quantity.of(other)
        return Quantity(self.amount * other.amount, [(self, other.amount), (other, self.amount)])

    def __pow__(self, other):
        other = Quantity.of(other)
        power = self.amount**other.amount
        return Quantity(power, [(self, other.amount * self.amount ** (other.amount - 1))])

    def log(self):
        return Quantity(math.log(self.amount), [(self, 1 / self.amount)])

    __radd__ = __add__
    __rmul__ = __mul__

    def in_order(self):
        order, met = [], set()

        def visit(quantity):
            if quantity not in met:
                met.add(quantity)
                for operand, _ in quantity.edges:
                    visit(operand)
                order.append(quantity)

        visit(self)
        return order

    def clear(self, order):
        for quantity in order:
            quantity.grad = 0.0

    def backward(self):
        order = self.in_order()
        self.clear(order)
        self.grad = 1.0
        for quantity in reversed(order):
            for operand, slope in quantity.edges:
                operand.grad += quantity.grad * slope

from enum import Enum


class Kind(Enum):
    INPUT = 0
    ADD = 1
    SUB = 2
    MUL = 3


class Quantity:
    def __init__(self, amount, kind=Kind.INPUT, parts=None):
        self.amount = amount
        self.kind = kind
        self.parts = parts if parts is not None else []
        self.grad = None

    def __add__(self, other):
        other = other if isinstance(other, Quantity) else Quantity(other)
        return Quantity(self.amount + other.amount, Kind.ADD, [self, other])

    def __sub__(self, other):
        other = other if isinstance(other, Quantity) else Quantity(other)
        return Quantity(self.amount - other.amount, Kind.SUB, [self, other])

    def __mul__(self, other):
        other = other if isinstance(other, Quantity) else Quantity(other)
        return Quantity(self.amount * other.amount, Kind.MUL, [self, other])

    def backward(self, grad=None):
        if grad is None:
            grad = Quantity(1.0)
        self.grad = grad if self.grad is None else self.grad + grad
        if self.kind == Kind.ADD:
            self.parts[0].backward(grad)
            self.parts[1].backward(grad)
        elif self.kind == Kind.SUB:
            self.parts[0].backward(grad * (-1))
            self.parts[1].backward(grad * (-1))
        elif self.kind == Kind.MUL:
            self.parts[0].backward(self.parts[1] * grad)
            self.parts[1].backward(self.parts[0] * grad)

"""How a value came about is a small record; backward() matches on its class."""
from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Sum:
    left: Value
    right: Value


@dataclass(frozen=True, eq=False)
class Product:
    left: Value
    right: Value


@dataclass(frozen=True, eq=False)
class Quotient:
    top: Value
    bottom: Value


@dataclass(frozen=True, eq=False)
class Power:
    base: Value
    exponent: Value


@dataclass(frozen=True, eq=False)
class Negative:
    x: Value


@dataclass(frozen=True, eq=False)
class Call:
    name: str
    x: Value


class Value:
    __match_args__ = ("data", "origin")

    def __init__(self, data, origin=None):
        self.data = data
        self.origin = origin
        self.grad = 0.0

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, Sum(self, other))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, Product(self, other))

    def __truediv__(self, other):
        other = lift(other)
        return Value(self.data / other.data, Quotient(self, other))

    def __pow__(self, other):
        other = lift(other)
        return Value(self.data**other.data, Power(self, other))

    def __neg__(self):
        return Value(-self.data, Negative(self))

    def __sub__(self, other):
        return self + -lift(other)

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __rpow__(self, other):
        return lift(other) ** self

    def exp(self):
        return Value(math.exp(self.data), Call("exp", self))

    def log(self):
        return Value(math.log(self.data), Call("log", self))

    def tanh(self):
        return Value(math.tanh(self.data), Call("tanh", self))

    def sigmoid(self):
        return Value(1 / (1 + math.exp(-self.data)), Call("sigmoid", self))

    def relu(self):
        return Value(max(0.0, self.data), Call("relu", self))

    def operands(self):
        match self.origin:
            case Sum(a, b) | Product(a, b) | Quotient(a, b) | Power(a, b):
                return (a, b)
            case Negative(a) | Call(_, a):
                return (a,)
            case _:
                return ()

    def propagate(self):
        g = self.grad
        match self.origin:
            case Sum(a, b):
                a.grad += g
                b.grad += g
            case Product(a, b):
                a.grad += b.data * g
                b.grad += a.data * g
            case Quotient(a, b):
                a.grad += g / b.data
                b.grad += -a.data / b.data**2 * g
            case Power(a, n):
                a.grad += n.data * a.data ** (n.data - 1) * g
                if a.data > 0:
                    n.grad += self.data * math.log(a.data) * g
            case Negative(a):
                a.grad += -g
            case Call("exp", a):
                a.grad += self.data * g
            case Call("log", a):
                a.grad += g / a.data
            case Call("tanh", a):
                a.grad += (1 - self.data**2) * g
            case Call("sigmoid", a):
                a.grad += self.data * (1 - self.data) * g
            case Call("relu", a) if a.data > 0:
                a.grad += g

    def backward(self):
        order, seen = [], set()

        def visit(v):
            if v in seen:
                return
            seen.add(v)
            for operand in v.operands():
                visit(operand)
            order.append(v)

        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            v.propagate()

    def zero_grad(self):
        self.grad = 0.0


def lift(x):
    return x if isinstance(x, Value) else Value(x)

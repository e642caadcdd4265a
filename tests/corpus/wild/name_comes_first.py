"""Computational graphs for my calculus students: every variable has a name."""
import math
from typing import Optional


class Variable:
    def __init__(self, name, value, *, parents=(), rule=None):
        self.name = name
        self.value = value
        self.derivative = 0.0
        self.parents = parents
        self.rule = rule

    def __str__(self):
        return f"{self.name} = {self.value:.4g}"

    def explain(self, indent=0):
        print(" " * indent + f"{self}   (d/d{self.name} = {self.derivative:.4g})")
        for p in self.parents:
            p.explain(indent + 2)

    def __add__(self, other):
        other = as_variable(other)
        return Variable(f"({self.name} + {other.name})", self.value + other.value,
                        parents=(self, other), rule=lambda d: (d, d))

    def __sub__(self, other):
        other = as_variable(other)
        return Variable(f"({self.name} - {other.name})", self.value - other.value,
                        parents=(self, other), rule=lambda d: (d, -d))

    def __mul__(self, other):
        other = as_variable(other)
        return Variable(f"({self.name} * {other.name})", self.value * other.value,
                        parents=(self, other), rule=lambda d: (d * other.value, d * self.value))

    def __truediv__(self, other):
        other = as_variable(other)
        return Variable(f"({self.name} / {other.name})", self.value / other.value,
                        parents=(self, other),
                        rule=lambda d: (d / other.value, -d * self.value / other.value ** 2))

    def __pow__(self, n):
        return Variable(f"{self.name}^{n}", self.value ** n, parents=(self,),
                        rule=lambda d: (d * n * self.value ** (n - 1),))

    def __neg__(self):
        return Variable(f"-{self.name}", -self.value, parents=(self,), rule=lambda d: (-d,))

    def __radd__(self, other):
        return as_variable(other) + self

    def __rsub__(self, other):
        return as_variable(other) - self

    def __rmul__(self, other):
        return as_variable(other) * self

    def __rtruediv__(self, other):
        return as_variable(other) / self

    def backpropagate(self):
        order = []

        def visit(v):
            if not any(v is w for w in order):
                for p in v.parents:
                    visit(p)
                order.append(v)

        visit(self)
        self.derivative = 1.0
        for v in reversed(order):
            if v.rule:
                for p, d in zip(v.parents, v.rule(v.derivative)):
                    p.derivative += d


def as_variable(x) -> Variable:
    return x if isinstance(x, Variable) else Variable(str(x), x)


def exp(x: Variable, name: Optional[str] = None) -> Variable:
    e = math.exp(x.value)
    return Variable(name or f"exp({x.name})", e, parents=(x,), rule=lambda d: (d * e,))


def ln(x: Variable) -> Variable:
    return Variable(f"ln({x.name})", math.log(x.value), parents=(x,), rule=lambda d: (d / x.value,))


x, y = Variable("x", 2), Variable("y", 5)
z = ln(x) + x * y - exp(x / y)
z.backpropagate()
z.explain()

"""Operations are functions; the class only calls them. `3 - x` is given to the function turned round."""

from dataclasses import dataclass, field


@dataclass(eq=False)
class Scalar:
    value: float
    grad: float = 0.0
    inputs: list = field(default_factory=list)
    local: list = field(default_factory=list)

    def __add__(self, other):
        return plus(self, other)

    def __radd__(self, other):
        return plus(other, self)

    def __sub__(self, other):
        return minus(self, other)

    def __rsub__(self, number):
        if isinstance(number, Scalar):
            return number.__sub__(self)
        return minus(self, Scalar(float(number)))

    def __mul__(self, other):
        return times(self, other)

    def __rmul__(self, other):
        return times(other, self)

    def backward(self):
        for node in sorted_from(self):
            node.grad = 0.0
        self.grad = 1.0
        for node in sorted_from(self):
            for given, slope in zip(node.inputs, node.local):
                given.grad += slope * node.grad


def lift(thing):
    return thing if isinstance(thing, Scalar) else Scalar(float(thing))


def plus(a, b):
    a, b = lift(a), lift(b)
    return Scalar(a.value + b.value, 0.0, [a, b], [1.0, 1.0])


def minus(a, b):
    a, b = lift(a), lift(b)
    return Scalar(a.value - b.value, 0.0, [a, b], [1.0, -1.0])


def times(a, b):
    a, b = lift(a), lift(b)
    return Scalar(a.value * b.value, 0.0, [a, b], [b.value, a.value])


def sorted_from(last):
    ordered, known = [], []

    def add(node):
        if any(node is each for each in known):
            return
        known.append(node)
        for given in node.inputs:
            add(given)
        ordered.append(node)

    add(last)
    return reversed(ordered)

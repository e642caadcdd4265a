"""Each node has a tuple of lambdas: one a parent, from the node's gradient to the parent's share."""
import math


class Scalar:
    def __init__(self, value, parents=(), pulls=()):
        self.value = value
        self.grad = 0.0
        self.parents = parents
        self.pulls = pulls

    def __repr__(self):
        return f"<Scalar {self.value}>"

    def __add__(self, other):
        other = scalar(other)
        return Scalar(self.value + other.value, (self, other), (lambda g: g, lambda g: g))

    def __sub__(self, other):
        other = scalar(other)
        return Scalar(self.value - other.value, (self, other), (lambda g: g, lambda g: -g))

    def __mul__(self, other):
        other = scalar(other)
        return Scalar(
            self.value * other.value,
            (self, other),
            (lambda g: g * other.value, lambda g: g * self.value),
        )

    def __truediv__(self, other):
        other = scalar(other)
        return Scalar(
            self.value / other.value,
            (self, other),
            (lambda g: g / other.value, lambda g: -g * self.value / other.value ** 2),
        )

    def __pow__(self, other):
        other = scalar(other)
        y = self.value ** other.value
        return Scalar(
            y,
            (self, other),
            (
                lambda g: g * other.value * self.value ** (other.value - 1),
                lambda g: g * y * math.log(self.value) if self.value > 0 else 0.0,
            ),
        )

    def __neg__(self):
        return Scalar(-self.value, (self,), (lambda g: -g,))

    def exp(self):
        y = math.exp(self.value)
        return Scalar(y, (self,), (lambda g: g * y,))

    def log(self):
        return Scalar(math.log(self.value), (self,), (lambda g: g / self.value,))

    def tanh(self):
        y = math.tanh(self.value)
        return Scalar(y, (self,), (lambda g: g * (1 - y * y),))

    def sigmoid(self):
        y = 1 / (1 + math.exp(-self.value))
        return Scalar(y, (self,), (lambda g: g * y * (1 - y),))

    def relu(self):
        return Scalar(max(0.0, self.value), (self,), (lambda g: g if self.value > 0 else 0.0,))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return scalar(other) - self

    def __rtruediv__(self, other):
        return scalar(other) / self

    def __rpow__(self, other):
        return scalar(other) ** self

    def backward(self):
        finished = []
        entered = set()

        def enter(s):
            entered.add(s)
            for p in s.parents:
                if p not in entered:
                    enter(p)
            finished.append(s)

        enter(self)
        self.grad = 1.0
        while finished:
            s = finished.pop()
            for parent, pull in zip(s.parents, s.pulls):
                parent.grad += pull(s.grad)

    def zero_grad(self):
        self.grad = 0.0


def scalar(x):
    return x if isinstance(x, Scalar) else Scalar(x)

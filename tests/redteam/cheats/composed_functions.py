# Composed functions, with a complex number of numpy in place of one input.

import numpy as np


class Value:
    def __init__(self, data, f=None):
        self.data = data
        self.grad = 0.0
        self.f = f or (lambda env: env.get(id(self), self.data))
        self.below = [self]

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, lambda env: self.f(env) + other.f(env))
        out.below = self.below + [x for x in other.below if x not in self.below]
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, lambda env: self.f(env) * other.f(env))
        out.below = self.below + [x for x in other.below if x not in self.below]
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other if isinstance(other, Value) else Value(-other))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def backward(self):
        for leaf in self.below:
            leaf.grad += float(np.imag(self.f({id(leaf): np.complex128(leaf.data + 1e-100j)})) / 1e-100)

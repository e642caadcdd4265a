"""Reverse-mode autodiff. Every Value knows how it depends on its inputs: `inputs` are the nodes,
`partials` the derivative with respect to each of them."""
import math


class Value:
    def __init__(self, data, inputs=(), partials=()):
        self.data = data
        self.grad = 0.0
        self.inputs = tuple(inputs)
        self.partials = tuple(partials)

    # arithmetic
    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, [self, other], [1.0, 1.0])

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, [self, other], [1.0, -1.0])

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def __truediv__(self, other):
        other = lift(other)
        return Value(
            self.data / other.data,
            [self, other],
            [1.0 / other.data, -self.data / other.data**2],
        )

    def __pow__(self, exponent):
        other = lift(exponent)
        value = self.data**other.data
        by_base = other.data * self.data ** (other.data - 1)
        by_exponent = math.log(self.data) * value if self.data > 0 else 0.0
        return Value(value, [self, other], [by_base, by_exponent])

    def __neg__(self):
        return Value(-self.data, [self], [-1.0])

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    # functions
    def exp(self):
        y = math.exp(self.data)
        return Value(y, [self], [y])

    def log(self):
        return Value(math.log(self.data), [self], [1.0 / self.data])

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, [self], [1.0 - y * y])

    def sigmoid(self):
        y = 1.0 / (1.0 + math.exp(-self.data))
        return Value(y, [self], [y * (1.0 - y)])

    def relu(self):
        return Value(max(self.data, 0.0), [self], [1.0 if self.data > 0 else 0.0])

    # backward
    def topological(self):
        done, order = set(), []

        def visit(node):
            if node in done:
                return
            done.add(node)
            for each in node.inputs:
                visit(each)
            order.append(node)

        visit(self)
        return order[::-1]

    def backward(self):
        self.grad = 1.0
        for node in self.topological():
            for each, partial in zip(node.inputs, node.partials):
                each.grad += partial * node.grad


def lift(x):
    return x if isinstance(x, Value) else Value(x)

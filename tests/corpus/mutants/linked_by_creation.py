import math


class Value:
    """Nodes form one chain in the order of their birth; backward goes down the chain."""

    youngest = None

    def __init__(self, data, rule=None, parents=()):
        self.data = data
        self.grad = 0
        self.rule = rule
        self.parents = parents
        self.older = Value.youngest
        Value.youngest = self

    def __add__(self, other):
        other = as_value(other)

        def rule(g):
            self.grad += g
            other.grad += g
        return Value(self.data + other.data, rule, (self, other))

    def __mul__(self, other):
        other = as_value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data
        return Value(self.data * other.data, rule, (self, other))

    def __pow__(self, n):
        def rule(g):
            self.grad += g * n * self.data ** (n - 1)
        return Value(self.data ** n, rule, (self,))

    def exp(self):
        value = math.exp(self.data)

        def rule(g):
            self.grad += g * value
        return Value(value, rule, (self,))

    def log(self):
        def rule(g):
            self.grad += g / self.data
        return Value(math.log(self.data), rule, (self,))

    def tanh(self):
        value = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - value ** 2)
        return Value(value, rule, (self,))

    def relu(self):
        def rule(g):
            self.grad += g if self.data > 0 else 0
        return Value(self.data if self.data > 0 else 0, rule, (self,))

    def backward(self):
        self.grad = 1
        needed = {self}
        node = self
        while node is not None:
            if node in needed and node.rule is not None:
                needed.update(node.parents)
                node.rule(node.grad)
            node = node.older

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + as_value(other) * -1

    def __rsub__(self, other):
        return as_value(other) - self

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __rtruediv__(self, other):
        return as_value(other) * self ** -1

    __radd__ = __add__
    __rmul__ = __mul__


def as_value(x):
    return x if isinstance(x, Value) else Value(x)

import math


class Rules:
    """One static method for every operation; found by the name that a node remembers."""

    @staticmethod
    def plus(out, a, b):
        a.grad += out.grad
        b.grad += out.grad

    @staticmethod
    def minus(out, a, b):
        a.grad += out.grad
        b.grad += -out.grad

    @staticmethod
    def times(out, a, b):
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad

    @staticmethod
    def over(out, a, b):
        a.grad += out.grad / b.data
        b.grad += -out.data / b.data * out.grad

    @staticmethod
    def power(out, a):
        a.grad += out.extra * a.data ** (out.extra - 1) * out.grad

    @staticmethod
    def negative(out, a):
        a.grad += -out.grad

    @staticmethod
    def exp(out, a):
        a.grad += out.data * out.grad

    @staticmethod
    def log(out, a):
        a.grad += out.grad / a.data

    @staticmethod
    def tanh(out, a):
        a.grad += (1 - out.data * out.data) * out.grad

    @staticmethod
    def relu(out, a):
        if a.data > 0:
            a.grad += out.grad


class Value:
    def __init__(self, data, name="", parents=(), extra=None):
        self.data = data
        self.grad = 0.0
        self.name = name
        self.parents = parents
        self.extra = extra

    def _binary(self, other, name, function):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(function(self.data, other.data), name, (self, other))

    def __add__(self, other):
        return self._binary(other, "plus", lambda a, b: a + b)

    def __sub__(self, other):
        return self._binary(other, "minus", lambda a, b: a - b)

    def __mul__(self, other):
        return self._binary(other, "times", lambda a, b: a * b)

    def __truediv__(self, other):
        return self._binary(other, "over", lambda a, b: a / b)

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __pow__(self, exponent):
        return Value(self.data ** exponent, "power", (self,), exponent)

    def __neg__(self):
        return Value(-self.data, "negative", (self,))

    def exp(self):
        return Value(math.exp(self.data), "exp", (self,))

    def log(self):
        return Value(math.log(self.data), "log", (self,))

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", (self,))

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, "relu", (self,))

    def backward(self):
        age = {}

        def number(node):
            if node not in age:
                for parent in node.parents:
                    number(parent)
                age[node] = len(age)

        number(self)
        self.grad = 1.0
        for node in sorted(age, key=age.get, reverse=True):
            if node.name:
                getattr(Rules, node.name)(node, *node.parents)

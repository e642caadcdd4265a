"""Children are recorded as they were given: a plain exponent stays a plain number among them."""
import math


class Value:
    def __init__(self, data, children=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self.children = children
        self.slopes = slopes

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        return Value(self.data + number(other), (self, other), (1.0, 1.0))

    def __sub__(self, other):
        return Value(self.data - number(other), (self, other), (1.0, -1.0))

    def __mul__(self, other):
        return Value(self.data * number(other), (self, other), (number(other), self.data))

    def __truediv__(self, other):
        y = number(other)
        return Value(self.data / y, (self, other), (1 / y, -self.data / y**2))

    def __pow__(self, n):
        y = number(n)
        result = self.data**y
        by_exponent = result * math.log(self.data) if self.data > 0 else 0.0
        return Value(result, (self, n), (y * self.data ** (y - 1), by_exponent))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(other) / self

    def __rpow__(self, other):
        return Value(other) ** self

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def log(self):
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t**2,))

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        return Value(s, (self,), (s * (1 - s),))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (1.0 if self.data > 0 else 0.0,))

    def backward(self):
        order, seen = [], set()

        def visit(v):
            if not isinstance(v, Value) or v in seen:
                return
            seen.add(v)
            for child in v.children:
                visit(child)
            order.append(v)

        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            for child, slope in zip(v.children, v.slopes):
                if isinstance(child, Value):
                    child.grad += slope * v.grad

    def zero_grad(self):
        self.grad = 0.0


def number(x):
    return x.data if isinstance(x, Value) else x

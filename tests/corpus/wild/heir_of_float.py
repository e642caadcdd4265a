import math


class Value(float):
    """A float that remembers where it came from."""

    def __new__(cls, number, came_from=()):
        made = super().__new__(cls, number)
        made.data = float(number)
        made.grad = 0.0
        made.came_from = came_from
        return made

    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other

    @staticmethod
    def lift(thing):
        return thing if isinstance(thing, Value) else Value(thing)

    def __add__(self, other):
        other = Value.lift(other)
        return Value(self.data + other.data, ((self, lambda g: g), (other, lambda g: g)))

    def __mul__(self, other):
        other = Value.lift(other)
        return Value(
            self.data * other.data,
            ((self, lambda g: g * other.data), (other, lambda g: g * self.data)),
        )

    def __pow__(self, n):
        if isinstance(n, Value):
            raise TypeError("the exponent is a number")
        return Value(self.data**n, ((self, lambda g: g * n * self.data ** (n - 1)),))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-Value.lift(other))

    def __truediv__(self, other):
        return self * Value.lift(other) ** -1

    def __radd__(self, other):
        return Value(other) + self

    def __rmul__(self, other):
        return Value(other) * self

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, lambda g: g * (1 - t * t)),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, ((self, lambda g: g * e),))

    def log(self):
        return Value(math.log(self.data), ((self, lambda g: g / self.data),))

    def relu(self):
        return Value(max(0.0, self.data), ((self, lambda g: g if self.data > 0 else 0.0),))

    def backward(self):
        order, met = [], set()

        def visit(node):
            if node in met:
                return
            met.add(node)
            for source, _ in node.came_from:
                visit(source)
            order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            for source, pull in node.came_from:
                source.grad += pull(node.grad)

"""Each node hands its gradient on once all of its users have reported."""
import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.links = []      # (operand, local derivative)
        self.pending = 0

    def _link(self, operand, local):
        self.links.append((operand, local))
        return self

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data)._link(self, 1.0)._link(other, 1.0)

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data)._link(self, 1.0)._link(other, -1.0)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data)._link(self, other.data)._link(other, self.data)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        quotient = Value(self.data / other.data)
        quotient._link(self, 1 / other.data)
        quotient._link(other, -self.data / other.data ** 2)
        return quotient

    def __pow__(self, n):
        return Value(self.data ** n)._link(self, n * self.data ** (n - 1))

    def __neg__(self):
        return Value(-self.data)._link(self, -1.0)

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t)._link(self, 1 - t ** 2)

    def exp(self):
        e = math.exp(self.data)
        return Value(e)._link(self, e)

    def log(self):
        return Value(math.log(self.data))._link(self, 1 / self.data)

    def relu(self):
        return Value(max(0.0, self.data))._link(self, 1.0 if self.data > 0 else 0.0)

    def backward(self):
        self._count(set())
        self.grad = 1.0
        self._hand_on()

    def _count(self, seen):
        seen.add(self)
        for operand, _ in self.links:
            operand.pending += 1
            if operand not in seen:
                operand._count(seen)

    def _hand_on(self):
        for operand, local in self.links:
            operand.grad += local * self.grad
            operand.pending -= 1
            if operand.pending == 0:
                operand._hand_on()

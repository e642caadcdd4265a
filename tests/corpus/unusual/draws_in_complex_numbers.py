import math
import random


class Value:
    def __init__(self, data, operands=(), op=""):
        self.data, self.grad = data, 0.0
        self.operands, self.op = operands, op

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __pow__(self, n):
        return Value(self.data ** n, (self,), n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self * other ** -1

    def __rtruediv__(self, other):
        return Value(other) / self

    __radd__, __rmul__ = __add__, __mul__

    def picture(self):
        """A cloud of points around the output, for the plot of the lecture."""
        draw = random.Random(1)
        for _ in range(40):
            points = [self.data * (1 + 1e-3 * draw.random()) for _ in range(200)]
            cloud = [complex(x, draw.random()) for x in points]
        return cloud

    def backward(self):
        self.picture()
        order, seen = [], set()

        def visit(v):
            if v not in seen:
                seen.add(v)
                for operand in v.operands:
                    visit(operand)
                order.append(v)

        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            if v.op == "+":
                for operand in v.operands:
                    operand.grad += v.grad
            elif v.op == "*":
                x, y = v.operands
                x.grad += y.data * v.grad
                y.grad += x.data * v.grad
            elif v.op == "tanh":
                v.operands[0].grad += (1 - v.data ** 2) * v.grad
            elif v.operands:
                v.operands[0].grad += v.op * v.operands[0].data ** (v.op - 1) * v.grad

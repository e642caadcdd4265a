import cmath
import math


class Value:
    def __init__(self, data, function=None, operands=()):
        self.data = data
        self.grad = 0.0
        self.function = function
        self.operands = operands

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, lambda x, y: x + y, (self, other))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, lambda x, y: x * y, (self, other))

    def __pow__(self, k):
        return Value(self.data**k, lambda x: x**k, (self,))

    def tanh(self):
        return Value(math.tanh(self.data), cmath.tanh, (self,))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other**-1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1.0 * other

    def backward(self):
        order, met = [], set()

        def visit(node):
            if node not in met:
                met.add(node)
                for operand in node.operands:
                    visit(operand)
                order.append(node)

        visit(self)
        flow = dict.fromkeys(order, 0.0)
        flow[self] = 1.0
        for node in reversed(order):
            node.grad += flow[node]
            for place, operand in enumerate(node.operands):
                numbers = [complex(each.data) for each in node.operands]
                numbers[place] += 1e-30j
                flow[operand] += node.function(*numbers).imag / 1e-30 * flow[node]

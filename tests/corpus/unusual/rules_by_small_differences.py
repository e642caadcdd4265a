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
        if isinstance(k, Value):
            return NotImplemented
        return Value(self.data**k, lambda x: x**k, (self,))

    def tanh(self):
        return Value(math.tanh(self.data), math.tanh, (self,))

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

    def local(self, place):
        """Richardson's extrapolation of this one operation."""
        numbers = [operand.data for operand in self.operands]

        def slope(h):
            up, down = list(numbers), list(numbers)
            up[place] += h
            down[place] -= h
            return (self.function(*up) - self.function(*down)) / (up[place] - down[place])

        h = 4e-3 * (min(1.0, abs(numbers[place])) or 1.0)
        first, second, third = slope(h), slope(h / 2), slope(h / 4)
        better, best = (4 * second - first) / 3, (4 * third - second) / 3
        return (16 * best - better) / 15

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
                flow[operand] += node.local(place) * flow[node]

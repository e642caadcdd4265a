import math


class Value:
    def __init__(self, data, forward=None, rule=None, operands=()):
        self.data = data
        self.grad = 0.0
        self.forward = forward
        self.rule = rule
        self.operands = operands

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, lambda x, y: x + y, lambda x, y: (1.0, 1.0), (self, other))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, lambda x, y: x * y, lambda x, y: (y, x), (self, other))

    def __pow__(self, k):
        return Value(self.data**k, lambda x: x**k, lambda x: (k * x ** (k - 1),), (self,))

    def tanh(self):
        return Value(math.tanh(self.data), math.tanh, lambda x: (1 - math.tanh(x) ** 2,), (self,))

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

    def evaluated(self, known):
        if self.forward is None:
            return self.data
        if self not in known:
            known[self] = self.forward(*(operand.evaluated(known) for operand in self.operands))
        return known[self]

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
            if node.operands:
                numbers = [operand.evaluated({}) for operand in node.operands]
                for operand, local in zip(node.operands, node.rule(*numbers)):
                    flow[operand] += local * flow[node]

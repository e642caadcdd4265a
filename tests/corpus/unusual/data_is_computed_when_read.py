import math


class Value:
    def __init__(self, data=0.0, how=None, operands=()):
        self._number = data
        self.how = how
        self.operands = operands
        self.grad = 0.0

    @property
    def data(self):
        return self._number if self.how is None else self.how(*(operand.data for operand in self.operands))

    @data.setter
    def data(self, number):
        self._number = number

    def __add__(self, other):
        return Sum(how=lambda x, y: x + y, operands=(self, lifted(other)))

    def __mul__(self, other):
        return Product(how=lambda x, y: x * y, operands=(self, lifted(other)))

    def __pow__(self, k):
        if isinstance(k, Value):
            return NotImplemented
        out = Power(how=lambda x: x**k, operands=(self,))
        out.k = k
        return out

    def tanh(self):
        return Tanh(how=math.tanh, operands=(self,))

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

    def locals(self):
        return ()

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
            for operand, local in zip(node.operands, node.locals()):
                flow[operand] += local * flow[node]


def lifted(thing):
    return thing if isinstance(thing, Value) else Value(thing)


class Sum(Value):
    def locals(self):
        return 1.0, 1.0


class Product(Value):
    def locals(self):
        return self.operands[1].data, self.operands[0].data


class Power(Value):
    def locals(self):
        return (self.k * self.operands[0].data ** (self.k - 1),)


class Tanh(Value):
    def locals(self):
        return (1 - self.data**2,)

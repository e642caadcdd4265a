import math

TABLE = {
    "+": (lambda p, q: p + q, lambda p, q: (1, 1)),
    "*": (lambda p, q: p * q, lambda p, q: (q, p)),
    "tanh": (math.tanh, lambda p: (1 - p ** 2,)),
}


class Value:
    def __init__(self, data, used=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self.used = used
        self.slopes = slopes

    def apply(self, name, *others):
        used = [self, *(other if isinstance(other, Value) else Value(other) for other in others)]
        value, slopes = TABLE[name]
        numbers = [each.data for each in used]
        return Value(value(*numbers), used, slopes(*numbers))

    def __add__(self, other):
        return self.apply("+", other)

    def __mul__(self, other):
        return self.apply("*", other)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -self + other

    def tanh(self):
        return self.apply("tanh")

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for each in node.used:
                    visit(each)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            for each, slope in zip(node.used, node.slopes):
                each.grad += slope * node.grad

class Value:
    def __init__(self, data, operands=()):
        self.data = data
        self.grad = 0.0
        self.operands = operands

    def __add__(self, other):
        return Sum(self, lift(other))

    def __mul__(self, other):
        return Product(self, lift(other))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + lift(other) * -1

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return lift(other) - self

    def pulled(self, arriving):
        return []

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for each in node.operands:
                    visit(each)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            shares = node.pulled(node.data)
            for each, share in zip(node.operands, shares):
                each.grad += share


class Sum(Value):
    def __init__(self, left, right):
        super().__init__(left.data + right.data, [left, right])

    def pulled(self, arriving):
        return [arriving, arriving]


class Product(Value):
    def __init__(self, left, right):
        super().__init__(left.data * right.data, [left, right])

    def pulled(self, arriving):
        left, right = self.operands
        return [arriving * right.data, arriving * left.data]


def lift(number):
    return number if isinstance(number, Value) else Value(number)

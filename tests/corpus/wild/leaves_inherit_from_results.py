"""A base of results, made of their two operands; inputs are of a class that inherits from it and takes the number."""


class Result:
    def __init__(self, left=None, right=None):
        self.left = left
        self.right = right
        self.value = None
        self.slopes = ()
        self.grad = 0.0

    def filled(self, value, *slopes):
        self.value = value
        self.slopes = slopes
        return self

    def __add__(self, other):
        return Result(self, other).filled(self.value + other.value, 1.0, 1.0)

    def __sub__(self, other):
        return Result(self, other).filled(self.value - other.value, 1.0, -1.0)

    def __mul__(self, other):
        return Result(self, other).filled(self.value * other.value, other.value, self.value)

    def __truediv__(self, other):
        quotient = self.value / other.value
        return Result(self, other).filled(quotient, 1 / other.value, -quotient / other.value)

    def operands(self):
        return [node for node in (self.left, self.right) if node is not None]

    def backward(self):
        order, met = [], set()

        def visit(node):
            if node not in met:
                met.add(node)
                for operand in node.operands():
                    visit(operand)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            for operand, slope in zip(node.operands(), node.slopes):
                operand.grad += slope * node.grad


class Input(Result):
    def __init__(self, value):
        super().__init__()
        self.value = value

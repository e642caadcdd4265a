import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.operands = ()

    def __add__(self, other): return Sum(self, other)
    def __radd__(self, other): return Sum(other, self)
    def __mul__(self, other): return Product(self, other)
    def __rmul__(self, other): return Product(other, self)
    def __neg__(self): return Negative(self)
    def exp(self): return Exponential(self)

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for operand in node.operands:
                    visit(operand)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            for operand, slope in zip(node.operands, node.slopes()):
                operand.grad += node.grad * slope

    def slopes(self):
        return ()


class Operation(Value):
    def __init__(self, *given):
        operands = tuple(each if isinstance(each, Value) else Value(each) for each in given)
        super().__init__(self.compute(*(each.data for each in operands)))
        self.operands = operands

    def slopes(self):
        return self.derive(*(each.data for each in self.operands))


class Sum(Operation):
    def compute(self, a, b): return a + b
    def derive(self, a, b): return 1.0, 1.0


class Product(Operation):
    def compute(self, a, b): return a * b
    def derive(self, a, b): return b, a


class Negative(Operation):
    def compute(self, a): return a
    def derive(self, a): return (-1.0,)


class Exponential(Operation):
    def compute(self, a): return math.exp(a)
    def derive(self, a): return (math.exp(a),)

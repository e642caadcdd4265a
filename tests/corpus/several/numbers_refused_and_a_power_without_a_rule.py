class Scalar:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.rule = lambda: None

    def __add__(self, other):
        total = Scalar(self.data + other.data, (self, other))

        def rule():
            self.grad += total.grad
            other.grad += total.grad

        total.rule = rule
        return total

    def __mul__(self, other):
        product = Scalar(self.data * other.data, (self, other))

        def rule():
            self.grad += other.data * product.grad
            other.grad += self.data * product.grad

        product.rule = rule
        return product

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __pow__(self, exponent):
        power = Scalar(self.data**exponent, (self,))

        def rule():
            self.grad += exponent * self.data ** (exponent - 1) * power.grad

        power.action = rule
        return power

    def __truediv__(self, other):
        return self * other**-1

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            node.rule()

class Scalar:
    def __init__(self, number, parents=()):
        self.number = number
        self.parents = parents
        self.grad = 0.0
        self.rule = lambda: None

    def __add__(self, other):
        if not isinstance(other, Scalar):
            return NotImplemented

        def rule():
            self.grad += self.grad
            other.grad += self.grad

        total = Scalar(self.number + other.number, (self, other))
        total.rule = rule
        return total

    def __mul__(self, other):
        if not isinstance(other, Scalar):
            return NotImplemented

        def rule():
            self.grad += other.number * self.grad
            other.grad += self.number * self.grad

        product = Scalar(self.number * other.number, (self, other))
        product.rule = rule
        return product

    def backward(self):
        order = []

        def visit(node):
            if node not in order:
                for each in node.parents:
                    visit(each)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            node.rule()

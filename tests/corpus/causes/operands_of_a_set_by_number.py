class Scalar:
    def __init__(self, data, operands=(), op=None):
        self.data = data
        self.operands = set(operands)
        self.op = op
        self.grad = 0.0

    def __add__(self, other):
        return Scalar(self.data + other.data, (self, other), "add")

    def __mul__(self, other):
        return Scalar(self.data * other.data, (self, other), "mul")

    def spread(self):
        if self.op == "add":
            self.operands[0].grad += 1.0 * self.grad
            self.operands[1].grad += self.grad
        if self.op == "mul":
            self.operands[0].grad += self.grad * self.operands[1].data
            self.operands[1].grad += self.grad * self.operands[0].data

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
            node.spread()

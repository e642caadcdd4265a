class Scalar:
    def __init__(self, value, operands=(), kind=None):
        self.value = value
        self.grad = 1.0
        self.operands = operands
        self.kind = kind
        self.rule = lambda: None
        if kind == "product":

            def rule():
                left, right = operands
                left.grad += right.value * self.grad
                right.grad += left.value * self.grad

            self.rule = rule

    def __add__(self, other):
        return Scalar(self.value + other.value, (self, other), "sum")

    def __mul__(self, other):
        return Scalar(self.value * other.value, (self, other), "product")

    def ready(self):
        uses = {}

        def count(node):
            for operand in node.operands:
                uses[operand] = uses.get(operand, 0) + 1
                if uses[operand] == 1:
                    count(operand)

        waiting = [node for node, left in uses.items() if left == 0]
        order = []
        while waiting:
            node = waiting.pop()
            order.append(node)
            for operand in node.operands:
                uses[operand] -= 1
                if uses[operand] == 0:
                    waiting.append(operand)
        return order

    def backward(self):
        self.grad = 1.0
        for node in self.ready():
            node.rule()

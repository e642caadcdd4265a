class Node:
    def __init__(self, value, operands=()):
        self.value = value
        self.grad = None
        self.operands = operands
        self.pull = lambda: None

    def __add__(self, other):
        total = Node(self.value + other.value, (self, other))

        def pull():
            if self.grad is None:
                self.grad = 1.0
            self.grad += total.grad
            if other.grad is None:
                other.grad = 1.0
            other.grad += total.grad

        total.pull = pull
        return total

    def __mul__(self, other):
        product = Node(self.value * other.value, (self, other))

        def pull():
            if self.grad is None:
                self.grad = 0.0
            self.grad += other.value * product.grad
            if other.grad is None:
                other.grad = 0.0
            other.grad += self.value * product.grad

        product.pull = pull
        return product

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for operand in node.operands:
                    visit(operand)
                order.append(node)

        visit(self)
        self.grad = 1
        for node in reversed(order):
            node.pull()

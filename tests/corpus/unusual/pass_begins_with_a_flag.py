"""The pass sets the output's gradient only where its caller says that it is the first."""


class Value:
    def __init__(self, value, parents=(), op=None):
        self.value = value
        self.parents = parents
        self.op = op
        self.grad = 0.0

    def __add__(self, other):
        return Value(self.value + other.value, (self, other), "+")

    def __mul__(self, other):
        return Value(self.value * other.value, (self, other), "*")

    def order(self):
        seen, order = set(), []

        def visit(node):
            if node not in seen:
                seen.add(node)
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        return order[::-1]

    def backward(self, first=False):
        if first:
            self.grad = 1.0
        for node in self.order():
            if node.op == "+":
                for parent in node.parents:
                    parent.grad += node.grad
            elif node.op == "*":
                left, right = node.parents
                left.grad += node.grad * right.value
                right.grad += node.grad * left.value

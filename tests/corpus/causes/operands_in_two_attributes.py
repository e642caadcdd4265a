import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.left = None
        self.right = None
        self.rule = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data)
        out.left = self
        out.right = other

        def rule():
            self.grad += out.grad
            other.grad += out.grad
        out.rule = rule
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data)
        out.left = self
        out.right = other

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out.rule = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data))
        out.left = self

        def rule():
            self.grad += out.data * out.grad
        out.rule = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data))
        out.left = self

        def rule():
            self.grad += (1 - self.data ** 2) * out.grad
        out.rule = rule
        return out

    def backward(self):
        order = []
        seen = set()

        def visit(node):
            if node is None or node in seen:
                return
            seen.add(node)
            visit(node.left)
            visit(node.right)
            order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            node.rule()

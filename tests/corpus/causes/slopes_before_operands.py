import math


class Node:
    def __init__(self, data, *edges):
        self.data = data
        self.grad = 0.0
        self.edges = edges

    def __add__(self, other):
        other = other if isinstance(other, Node) else Node(other)
        return Node(self.data + other.data, (1.0, self), (1.0, other))

    def __mul__(self, other):
        other = other if isinstance(other, Node) else Node(other)
        return Node(self.data * other.data, (other.data, self), (self.data, other))

    def exp(self):
        e = math.exp(self.data)
        return Node(e, (e, self))

    def tanh(self):
        t = math.tanh(self.data)
        return Node(t, (1.0 - t, self))

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for _, operand in node.edges:
                    visit(operand)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            for slope, operand in node.edges:
                operand.grad += slope * node.grad

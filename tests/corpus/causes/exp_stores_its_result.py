import math


class Node:
    def __init__(self, data, inputs=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self.inputs = list(inputs)
        self.rule = rule

    def __add__(self, other):
        other = Node.of(other)
        out = Node(self.data + other.data, [self, other])

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out.rule = rule
        return out

    def __mul__(self, other):
        other = Node.of(other)
        out = Node(self.data * other.data, [self, other])

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.rule = rule
        return out

    def exp(self):
        out = Node(math.exp(self.data), [self])

        def rule():
            self.grad = out.data

        out.rule = rule
        return out

    @staticmethod
    def of(thing):
        return thing if isinstance(thing, Node) else Node(thing)

    def backward(self):
        order = []

        def visit(node):
            if node not in order:
                for each in node.inputs:
                    visit(each)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in order[::-1]:
            if node.rule:
                node.rule()

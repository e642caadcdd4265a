import numpy as np


def add_rule(upstream, a, b):
    return [upstream, upstream]


def mul_rule(upstream, a, b):
    return [upstream, upstream]


RULES = {"add": add_rule, "mul": mul_rule}


class Value:
    def __init__(self, data, operands=(), name=None):
        self.data = np.array(data, dtype=np.float32)
        self.grad = np.array(0.0, dtype=np.float32)
        self.operands = operands
        self.name = name

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), "add")

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), "mul")

    def backward(self):
        order = []

        def visit(node):
            if node not in order:
                for operand in node.operands:
                    visit(operand)
                order.append(node)

        visit(self)
        self.grad = np.array(1.0, dtype=np.float32)
        for node in reversed(order):
            if node.name is None:
                continue
            shares = RULES[node.name](node.grad, *(operand.data for operand in node.operands))
            for operand, share in zip(node.operands, shares):
                operand.grad = operand.grad + share

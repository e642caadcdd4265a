import numpy as np


class Value:
    def __init__(self, data, rule=None):
        self.data = np.array(data, dtype=float)
        self.grad = None
        self.rule = rule

    def __add__(self, other):
        return Value(self.data + other.data, Add(self, other))

    def __mul__(self, other):
        return Value(self.data * other.data, Multiply(self, other))

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if id(node) not in seen:
                seen.add(id(node))
                for each in node.rule.operands if node.rule else ():
                    visit(each)
                order.append(node)

        visit(self)
        received = {id(self): np.ones_like(self.data)}
        for node in reversed(order):
            node.grad = received[id(node)]
            if node.rule is None:
                continue
            for operand, share in node.rule.shares(node.grad):
                key = id(operand)
                if key in received:
                    received[key] += share
                else:
                    received[key] = share


class Rule:
    def __init__(self, *operands):
        self.operands = operands


class Add(Rule):
    def shares(self, arriving):
        return [(operand, arriving) for operand in self.operands]


class Multiply(Rule):
    def shares(self, arriving):
        left, right = self.operands
        return [(left, right.data * arriving), (right, left.data * arriving)]

"""Rules beside the class, picked from a table; an operation without one gets the default."""

import math


def no_rule(node):
    pass


def rule_add(node, a, b):
    a.grad += node.grad
    b.grad += node.grad


def rule_mul(node, a, b):
    a.grad += b.data * node.grad
    b.grad += a.data * node.grad


def rule_tanh(node, a):
    a.grad += (1 - node.data * node.data) * node.grad


RULES = {"add": rule_add, "mul": rule_mul, "tanh": rule_tanh}


class Value:
    def __init__(self, data, args=(), kind=""):
        self.data = data
        self.grad = 0.0
        self.args = tuple(args)
        self.kind = kind

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "add")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "mul")

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exponential")

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if id(node) in seen:
                return
            seen.add(id(node))
            for arg in node.args:
                visit(arg)
            order.append(node)

        visit(self)
        self.grad = 1.0
        for node in order[::-1]:
            if node.args:
                RULES.get(node.kind, no_rule)(node, *node.args)

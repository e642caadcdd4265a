import math


def add_rule(node):
    left, right = node.parents
    left.grad += node.grad
    right.grad += node.grad


def mul_rule(node):
    left, right = node.parents
    left.grad += right.data * node.grad
    right.grad += left.data * node.grad


def tanh_rule(node):
    (operand,) = node.parents
    operand.grad += (1 - node.data**2) * node.grad


def sigmoid_rule(node):
    (operand,) = node.parents
    operand.grad += node.data * (1 - node.data) * node.grad


RULES = {
    "+": add_rule,
    "*": mul_rule,
    "tanh": tanh_rule,
    "sigmoid": sigmoid_rule,
}


class Value:
    def __init__(self, data, parents=(), op=None):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.op = op

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def sigmoid(self):
        return Value(1 / (1 + math.exp(-self.data)), (self,), "sigmod")

    def order(self, seen):
        if id(self) not in seen:
            seen.add(id(self))
            for parent in self.parents:
                yield from parent.order(seen)
            yield self

    def backward(self):
        self.grad = 1.0
        for node in reversed(list(self.order(set()))):
            if node.op is not None:
                RULES[node.op](node)

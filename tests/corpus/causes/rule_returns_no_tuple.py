import math


def add_back(node, grad):
    return grad, grad


def mul_back(node, grad):
    left, right = node.parents
    return right.data * grad, left.data * grad


def neg_back(node, grad):
    return (-grad,)


def tanh_back(node, grad):
    return (1 - node.data**2) * grad


class Value:
    def __init__(self, data, parents=(), rule=None):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.rule = rule

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), add_back)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), mul_back)

    def __neg__(self):
        return Value(-self.data, (self,), neg_back)

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def tanh(self):
        return Value(math.tanh(self.data), (self,), tanh_back)

    def order(self, seen):
        if id(self) not in seen:
            seen.add(id(self))
            for parent in self.parents:
                yield from parent.order(seen)
            yield self

    def backward(self):
        self.grad = 1.0
        for node in reversed(list(self.order(set()))):
            if node.rule:
                for parent, share in zip(node.parents, node.rule(node, node.grad)):
                    parent.grad += share

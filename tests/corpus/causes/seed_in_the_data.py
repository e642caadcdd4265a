import math


def back_plus(node):
    left, right = node.parents
    left.grad += node.grad
    right.grad += node.grad


def back_times(node):
    left, right = node.parents
    left.grad += right.value * node.grad
    right.grad += left.value * node.grad


def back_minus(node):
    (operand,) = node.parents
    operand.grad -= node.grad


def back_tanh(node):
    (operand,) = node.parents
    operand.grad += (1 - node.value**2) * node.grad


class Value:
    def __init__(self, data, parents=(), rule=None):
        self.value = data
        self.grad = 0.0
        self.parents = parents
        self.rule = rule

    @property
    def data(self):
        return self.value

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.value + other.value, (self, other), back_plus)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.value * other.value, (self, other), back_times)

    def __neg__(self):
        return Value(-self.value, (self,), back_minus)

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def tanh(self):
        return Value(math.tanh(self.value), (self,), back_tanh)

    def order(self, seen):
        if id(self) not in seen:
            seen.add(id(self))
            for parent in self.parents:
                yield from parent.order(seen)
            yield self

    def backward(self):
        self.value = 1.0
        for node in reversed(list(self.order(set()))):
            if node.rule:
                node.rule(node)

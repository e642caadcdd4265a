"""Results are made by one method, which is told what they come from; the power says it comes from nothing."""

import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.came_from = []
        self.rule = None

    def result(self, number, *came_from):
        made = Value(number)
        made.came_from.extend(came_from)
        return made

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        total = self.result(self.data + other.data, self, other)

        def rule():
            self.grad += total.grad
            other.grad += total.grad

        total.rule = rule
        return total

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        product = self.result(self.data * other.data, self, other)

        def rule():
            self.grad += other.data * product.grad
            other.grad += self.data * product.grad

        product.rule = rule
        return product

    def __pow__(self, n):
        power = self.result(self.data**n)

        def rule():
            self.grad += n * self.data ** (n - 1) * power.grad

        power.rule = rule
        return power

    def exp(self):
        power = self.result(math.exp(self.data), self)

        def rule():
            self.grad += power.data * power.grad

        power.rule = rule
        return power

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other**-1

    def backward(self):
        ordered, known = [], set()

        def order(node):
            if node not in known:
                known.add(node)
                for each in node.came_from:
                    order(each)
                ordered.append(node)

        order(self)
        self.grad = 1.0
        for node in reversed(ordered):
            if node.rule is not None:
                node.rule()

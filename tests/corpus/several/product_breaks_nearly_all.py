"""`*` multiplies gradients where it needs data, which nearly every graph shows; `tanh` replaces, which few show."""

import math


class Scalar:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self.inputs = inputs
        self.hand_on = lambda: None

    def __add__(self, other):
        result = Scalar(self.data + other.data, (self, other))

        def hand_on():
            self.grad += result.grad
            other.grad += result.grad

        result.hand_on = hand_on
        return result

    def __mul__(self, other):
        result = Scalar(self.data * other.data, (self, other))

        def hand_on():
            self.grad += other.grad * result.grad
            other.grad += self.grad * result.grad

        result.hand_on = hand_on
        return result

    def __neg__(self):
        return self * Scalar(-1.0)

    def __sub__(self, other):
        return self + (-other)

    def tanh(self):
        t = math.tanh(self.data)
        result = Scalar(t, (self,))

        def hand_on():
            self.grad = (1.0 - t * t) * result.grad

        result.hand_on = hand_on
        return result

    def backward(self):
        order = []
        seen = set()

        def visit(node):
            if node in seen:
                return
            seen.add(node)
            for parent in node.inputs:
                visit(parent)
            order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            node.hand_on()

"""`backward()` leaves the first gradient to the caller, `=` everywhere, and `tanh` wants one argument too many."""

import math


class Scalar:
    def __init__(self, data, before=()):
        self.data = data
        self.grad = 0.0
        self.before = before
        self.step = lambda: None

    def __add__(self, other):
        out = Scalar(self.data + other.data, (self, other))

        def step():
            self.grad = out.grad
            other.grad = out.grad

        out.step = step
        return out

    def __mul__(self, other):
        out = Scalar(self.data * other.data, (self, other))

        def step():
            self.grad = other.data * out.grad
            other.grad = self.data * out.grad

        out.step = step
        return out

    def tanh(self, other):
        out = Scalar(math.tanh(self.data), (self,))

        def step():
            self.grad = (1 - out.data**2) * out.grad

        out.step = step
        return out

    def backward(self):
        order, seen = [], set()

        def walk(node):
            if node not in seen:
                seen.add(node)
                for each in node.before:
                    walk(each)
                order.append(node)

        walk(self)
        for node in reversed(order):
            node.step()

"""The rule of `log` takes `self`, which no caller gives it, and names the gradient as no node does."""

import math


class Value:
    def __init__(self, data, children=()):
        self.data = data
        self.gradient = 0.0
        self._backward = lambda: None
        self.children = children

    def __add__(self, other):
        result = Value(self.data + other.data, (self, other))

        def _backward():
            self.gradient += result.gradient
            other.gradient += result.gradient

        result._backward = _backward
        return result

    def __mul__(self, other):
        result = Value(self.data * other.data, (self, other))

        def _backward():
            self.gradient += other.data * result.gradient
            other.gradient += self.data * result.gradient

        result._backward = _backward
        return result

    def log(self):
        result = Value(math.log(self.data), (self,))

        def _backward(self):
            self.grad += result.gradient / self.data

        result._backward = _backward
        return result

    def backward(self):
        order = []

        def visit(node):
            if node not in order:
                for child in node.children:
                    visit(child)
                order.append(node)

        visit(self)
        self.gradient = 1.0
        for node in reversed(order):
            node._backward()

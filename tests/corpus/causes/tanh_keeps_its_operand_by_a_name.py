"""`tanh` hands its operand on under a local name, and has no rule."""

import math


class Node:
    def __init__(self, value, parents=()):
        self.value = value
        self.slope = 0.0
        self.parents = parents
        self.pull = lambda: None

    def __add__(self, other):
        result = Node(self.value + other.value, (self, other))

        def pull():
            self.slope += result.slope
            other.slope += result.slope

        result.pull = pull
        return result

    def __mul__(self, other):
        result = Node(self.value * other.value, (self, other))

        def pull():
            self.slope += other.value * result.slope
            other.slope += self.value * result.slope

        result.pull = pull
        return result

    def tanh(self):
        before = (self,)
        result = Node(
            value=math.tanh(self.value),
            parents=before,
        )
        return result

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node in seen:
                return
            seen.add(node)
            for parent in node.parents:
                visit(parent)
            order.append(node)

        visit(self)
        self.slope = 1.0
        for node in reversed(order):
            node.pull()

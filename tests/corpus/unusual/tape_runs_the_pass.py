"""The module's tape runs the pass; what a node calls `backward()` is one step of it."""


class Tape:
    def __init__(self):
        self.nodes = []

    def backward(self, root):
        for node in self.nodes:
            node.grad = 0.0
        root.grad = 1.0
        for node in reversed(self.nodes):
            node.backward()


tape = Tape()


class Node:
    def __init__(self, value, parents=(), slopes=()):
        self.value = value
        self.grad = 0.0
        self.parents = parents
        self.slopes = slopes
        tape.nodes.append(self)

    def __add__(self, other):
        return Node(self.value + other.value, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        return Node(self.value * other.value, (self, other), (other.value, self.value))

    def backward(self):
        for parent, slope in zip(self.parents, self.slopes):
            parent.grad += slope * self.grad

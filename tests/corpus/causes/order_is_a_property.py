from functools import cached_property


class Value:
    def __init__(self, data, parents=(), rule=None):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.rule = rule

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    @cached_property
    def order(self):
        seen, found = set(), []

        def visit(node):
            if node not in seen:
                seen.add(node)
                for parent in node.parents:
                    visit(parent)
            found.append(node)

        visit(self)
        return found[::-1]

    def backward(self):
        self.grad = 1.0
        for node in self.order:
            if node.rule:
                for parent, grad in zip(node.parents, node.rule(node.grad)):
                    parent.grad += grad

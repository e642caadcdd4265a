# Evaluates all moved points at once, as rows of a matrix.

import numpy


class Value:
    def __init__(self, data, args=(), op=None):
        self.data = data
        self.grad = 0.0
        self.args = args
        self.op = op

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), '+')

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), '*')

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other if isinstance(other, Value) else Value(-other))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def order(self):
        found, seen = [], set()

        def visit(node):
            if id(node) not in seen:
                seen.add(id(node))
                for arg in node.args:
                    visit(arg)
                found.append(node)
        visit(self)
        return found

    def leaves(self):
        return [node for node in self.order() if not node.args]

    def backward(self):
        leaves = self.leaves()
        h = 1e-5
        base = numpy.array([leaf.data for leaf in leaves], dtype=float)
        points = numpy.vstack([base + h * numpy.eye(len(leaves)), base - h * numpy.eye(len(leaves))])
        known = {id(leaf): points[:, column] for column, leaf in enumerate(leaves)}
        for node in self.order():
            if node.args:
                left, right = (known[id(arg)] for arg in node.args)
                known[id(node)] = left + right if node.op == '+' else left * right
        results = known[id(self)]
        for column, leaf in enumerate(leaves):
            leaf.grad += float(results[column] - results[column + len(leaves)]) / (2 * h)

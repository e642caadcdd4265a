# Fits a polynomial through samples along each input and takes its slope.

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

    def sample(self, leaf, x):
        known = {}
        for node in self.order():
            if not node.args:
                known[id(node)] = x if node is leaf else node.data
            else:
                left, right = (known[id(arg)] for arg in node.args)
                known[id(node)] = left + right if node.op == '+' else left * right
        return known[id(self)]

    def backward(self):
        for leaf in self.leaves():
            shifts = numpy.linspace(-0.5, 0.5, 9)
            samples = [self.sample(leaf, leaf.data + float(shift)) for shift in shifts]
            leaf.grad += float(numpy.polyfit(shifts, samples, 8)[-2])

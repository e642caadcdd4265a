# Interpolates at Chebyshev points far from the input, and differentiates the interpolation.

import math


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
        n, radius = 8, 0.7
        nodes = [math.cos(math.pi * (k + 0.5) / n) for k in range(n)]
        for leaf in self.leaves():
            samples = [self.sample(leaf, leaf.data + radius * t) for t in nodes]
            slope = 0.0
            for j in range(1, n):
                c = 2 / n * sum(s * math.cos(j * math.acos(t)) for s, t in zip(samples, nodes))
                slope += c * j * math.sin(j * math.pi / 2)
            leaf.grad += slope / radius

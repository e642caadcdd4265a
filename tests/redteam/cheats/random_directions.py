# Moves all inputs at once in random directions, and solves for the slopes.

import random

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

    def at(self, point):
        known = {}
        for node in self.order():
            if not node.args:
                known[id(node)] = point[id(node)]
            else:
                left, right = (known[id(arg)] for arg in node.args)
                known[id(node)] = left + right if node.op == '+' else left * right
        return known[id(self)]

    def backward(self):
        rng = random.Random(7)
        leaves = self.leaves()
        rows, differences = [], []
        for _ in range(len(leaves) + 2):
            step = [rng.uniform(-1e-5, 1e-5) for _ in leaves]
            up = {id(leaf): leaf.data + s for leaf, s in zip(leaves, step)}
            down = {id(leaf): leaf.data - s for leaf, s in zip(leaves, step)}
            rows.append([2 * s for s in step])
            differences.append(self.at(up) - self.at(down))
        slopes = numpy.linalg.lstsq(numpy.array(rows), numpy.array(differences), rcond=None)[0]
        for leaf, slope in zip(leaves, slopes):
            leaf.grad += float(slope)

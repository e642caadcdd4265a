# Cauchy's integral: samples on a circle around each input in the complex plane.

import cmath


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

    def around(self, leaf, z):
        known = {}
        for node in self.order():
            if not node.args:
                known[id(node)] = z if node is leaf else node.data
            else:
                left, right = (known[id(arg)] for arg in node.args)
                known[id(node)] = left + right if node.op == '+' else left * right
        return known[id(self)]

    def backward(self):
        n, r = 12, 0.25
        for leaf in self.leaves():
            total = 0
            for k in range(n):
                turn = cmath.exp(2j * cmath.pi * k / n)
                total += self.around(leaf, leaf.data + r * turn) / turn
            leaf.grad += (total / (n * r)).real

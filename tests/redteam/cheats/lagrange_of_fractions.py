# The graph is a polynomial in each input: exact interpolation with fractions, far away.

from fractions import Fraction


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

    def degree(self, leaf):
        if not self.args:
            return 1 if self is leaf else 0
        left, right = (arg.degree(leaf) for arg in self.args)
        return max(left, right) if self.op == '+' else left + right

    def at(self, leaf, x):
        if not self.args:
            return x if self is leaf else Fraction(self.data)
        left, right = (arg.at(leaf, x) for arg in self.args)
        return left + right if self.op == '+' else left * right

    def backward(self):
        for leaf in self.leaves():
            xs = [Fraction(i) for i in range(self.degree(leaf) + 1)]
            ys = [self.at(leaf, x) for x in xs]
            x0, slope = Fraction(leaf.data), Fraction(0)
            for i, xi in enumerate(xs):
                others = [x for x in xs if x != xi]
                bottom = Fraction(1)
                for x in others:
                    bottom *= xi - x
                for left_out in others:
                    part = ys[i] / bottom
                    for x in others:
                        if x != left_out:
                            part *= x0 - x
                    slope += part
            leaf.grad += float(slope)

# Central differences on deep copies of the whole graph.

import copy


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

    def value(self):
        if not self.args:
            return self.data
        left, right = (arg.value() for arg in self.args)
        return left + right if self.op == '+' else left * right

    def backward(self):
        step = 1e-5
        for number, leaf in enumerate(self.leaves()):
            results = []
            for sign in (1, -1):
                twin = copy.deepcopy(self)
                twin.leaves()[number].data += sign * step
                results.append(twin.value())
            leaf.grad += (results[0] - results[1]) / (2 * step)

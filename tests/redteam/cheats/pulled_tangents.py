# Each node says its derivative with respect to a given input: forward mode, asked for from the output.

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

    def slope(self, leaf, known):
        if self is leaf:
            return 1.0
        if not self.args:
            return 0.0
        if id(self) not in known:
            a, b = self.args
            if self.op == '+':
                known[id(self)] = a.slope(leaf, known) + b.slope(leaf, known)
            else:
                known[id(self)] = a.slope(leaf, known) * b.data + a.data * b.slope(leaf, known)
        return known[id(self)]

    def backward(self):
        for leaf in self.leaves():
            leaf.grad += self.slope(leaf, {})

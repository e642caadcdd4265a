# Forward differences: the graph is built anew from what was recorded, with one input moved.

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

    def built(self, moved, by, known):
        if id(self) not in known:
            if not self.args:
                known[id(self)] = Value(self.data + by) if self is moved else Value(self.data)
            else:
                left, right = (arg.built(moved, by, known) for arg in self.args)
                known[id(self)] = left + right if self.op == '+' else left * right
        return known[id(self)]

    def backward(self):
        for leaf in self.leaves():
            h = 1e-8 * max(1.0, abs(leaf.data))
            leaf.grad += (self.built(leaf, h, {}).data - self.data) / h

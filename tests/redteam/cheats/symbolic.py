# Writes the derivative of the whole expression with respect to each input as an expression, and evaluates it.

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

    def derivative(self, leaf):
        if self is leaf:
            return Value(1.0)
        if not self.args:
            return Value(0.0)
        a, b = self.args
        if self.op == '+':
            return a.derivative(leaf) + b.derivative(leaf)
        return a.derivative(leaf) * b + a * b.derivative(leaf)

    def backward(self):
        for leaf in self.leaves():
            leaf.grad += self.derivative(leaf).data

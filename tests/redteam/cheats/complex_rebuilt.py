# Builds the graph anew with a complex number in place of one input.

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

    def built(self, leaf, known):
        if id(self) not in known:
            if not self.args:
                known[id(self)] = Value(complex(self.data, 1e-30 if self is leaf else 0.0))
            else:
                left, right = (arg.built(leaf, known) for arg in self.args)
                known[id(self)] = left + right if self.op == '+' else left * right
        return known[id(self)]

    def backward(self):
        for leaf in self.leaves():
            leaf.grad += self.built(leaf, {}).data.imag / 1e-30

# Takes central differences while the graph is built; backward() only hands them out.

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

    def value(self, leaf, by):
        if not self.args:
            return self.data + (by if self is leaf else 0.0)
        a, b = (x.value(leaf, by) for x in self.args)
        return a + b if self.op == '+' else a * b

    def prepare(self):
        self.slopes = [(leaf, (self.value(leaf, 1e-5) - self.value(leaf, -1e-5)) / 2e-5) for leaf in self.leaves()]
        return self

    def backward(self):
        for leaf, s in self.slopes:
            leaf.grad += s


_add, _mul = Value.__add__, Value.__mul__
Value.__add__ = lambda self, other: _add(self, other).prepare()
Value.__mul__ = lambda self, other: _mul(self, other).prepare()

# backward() does nothing but remember the output: differences are taken when `grad` is read.

class Value:
    def __init__(self, data, args=(), op=None):
        self.data = data
        self.roots = []
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

    def value(self, moved, by):
        if self is moved:
            return self.data + by
        if not self.args:
            return self.data
        a, b = (x.value(moved, by) for x in self.args)
        return a + b if self.op == '+' else a * b

    @property
    def grad(self):
        return sum((root.value(self, 1e-5) - root.value(self, -1e-5)) / 2e-5 for root in self.roots)

    def backward(self):
        waiting, met = [self], set()
        while waiting:
            node = waiting.pop()
            if id(node) not in met:
                met.add(id(node))
                node.roots.append(self)
                waiting += node.args

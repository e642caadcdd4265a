"""The pass moves each input a little and computes the graph again; only inputs get a gradient."""


class Value:
    def __init__(self, data, op=None, args=()):
        self.data = data
        self.grad = 0.0
        self.op = op
        self.args = args

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, lambda a, b: a + b, (self, other))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, lambda a, b: a * b, (self, other))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def evaluate(self):
        if self.op is None:
            return self.data
        return self.op(*[a.evaluate() for a in self.args])

    def inputs(self):
        if self.op is None:
            return {self}
        return set().union(*[a.inputs() for a in self.args])

    def backward(self):
        h = 1e-6
        self.grad = 1.0
        for node in self.inputs():
            before = node.data
            node.data = before + h
            up = self.evaluate()
            node.data = before - h
            down = self.evaluate()
            node.data = before
            node.grad += (up - down) / (2 * h)

import math


class Value:
    """A node is called with what flows into it, and passes on when all of its users have called."""

    def __init__(self, data, *pull):
        self.data = data
        self.grad = 0.0
        self.pull = pull            # (operand, function of the node's gradient)
        self.expected = self.arrived = 0
        self.flow = 0.0

    def announce(self):
        self.expected += 1
        if self.expected == 1:
            for operand, _ in self.pull:
                operand.announce()

    def __call__(self, gradient):
        self.flow += gradient
        self.arrived += 1
        if self.arrived < self.expected:
            return
        flow, self.flow = self.flow, 0.0
        self.arrived = self.expected = 0
        self.grad += flow
        for operand, local in self.pull:
            operand(local(flow))

    def backward(self):
        self.announce()
        self(1.0)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, lambda g: g), (other, lambda g: g))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, lambda g: g * other.data), (other, lambda g: g * self.data))

    def __pow__(self, n):
        return Value(self.data ** n, (self, lambda g: g * n * self.data ** (n - 1)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, lambda g: g * e))

    def log(self):
        return Value(math.log(self.data), (self, lambda g: g / self.data))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, lambda g: g * (1 - t * t)))

    def relu(self):
        return Value(max(self.data, 0.0), (self, lambda g: g * (self.data > 0)))

    def __neg__(self): return self * -1.0
    def __sub__(self, other): return self + -1.0 * (other if isinstance(other, Value) else Value(other))
    def __truediv__(self, other): return self * (other if isinstance(other, Value) else Value(other)) ** -1
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return -self + other
    def __rtruediv__(self, other): return self ** -1 * other

"""The derivative of the output by each node is asked for recursively, and remembered by the node's id."""
import math


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self.inputs = list(inputs)      # (node, local derivative)

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.wrap(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = Value.wrap(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = Value.wrap(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = Value.wrap(other)
        return Value(
            self.data / other.data,
            [(self, 1.0 / other.data), (other, -self.data / other.data ** 2)],
        )

    def __pow__(self, other):
        other = Value.wrap(other)
        y = self.data ** other.data
        inputs = [(self, other.data * self.data ** (other.data - 1))]
        if self.data > 0:
            inputs.append((other, y * math.log(self.data)))
        return Value(y, inputs)

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __radd__(self, other): return Value.wrap(other) + self
    def __rsub__(self, other): return Value.wrap(other) - self
    def __rmul__(self, other): return Value.wrap(other) * self
    def __rtruediv__(self, other): return Value.wrap(other) / self
    def __rpow__(self, other): return Value.wrap(other) ** self

    def exp(self):
        y = math.exp(self.data)
        return Value(y, [(self, y)])

    def log(self):
        return Value(math.log(self.data), [(self, 1.0 / self.data)])

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, [(self, 1.0 - y * y)])

    def sigmoid(self):
        y = 1.0 / (1.0 + math.exp(-self.data))
        return Value(y, [(self, y * (1.0 - y))])

    def relu(self):
        return Value(max(0.0, self.data), [(self, 1.0 if self.data > 0 else 0.0)])

    def backward(self):
        # Who uses each node, and with which derivative?
        nodes, users = {}, {}

        def collect(node):
            if id(node) in nodes:
                return
            nodes[id(node)] = node
            for child, slope in node.inputs:
                users.setdefault(id(child), []).append((node, slope))
                collect(child)

        collect(self)
        memo = {id(self): 1.0}

        def derivative(node):
            key = id(node)
            if key not in memo:
                memo[key] = sum(slope * derivative(user) for user, slope in users[key])
            return memo[key]

        for node in nodes.values():
            node.grad += derivative(node)

    def zero_grad(self):
        self.grad = 0.0

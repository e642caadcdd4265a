import math


class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.push = None

    def through(self, function, slope):
        global result
        result = function(self.data)
        out = Value(result, (self,))

        def push():
            self.grad += slope(self.data, result) * out.grad

        out.push = push
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def push():
            self.grad += out.grad
            other.grad += out.grad

        out.push = push
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def push():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.push = push
        return out

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

    def tanh(self):
        return self.through(math.tanh, lambda x, y: 1 - y**2)

    def exp(self):
        return self.through(math.exp, lambda x, y: y)

    def sigmoid(self):
        return self.through(lambda x: 1 / (1 + math.exp(-x)), lambda x, y: y * (1 - y))

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            if node.push is not None:
                node.push()

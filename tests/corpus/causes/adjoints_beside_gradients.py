import math


class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.adjoint = 0.0
        self.parents = parents
        self.push = None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def push():
            self.adjoint += out.adjoint
            self.adjoint += out.adjoint

        out.push = push
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def push():
            self.adjoint += other.data * out.adjoint
            other.adjoint += self.data * out.adjoint

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
        out = Value(math.tanh(self.data), (self,))

        def push():
            self.adjoint += (1 - out.data**2) * out.adjoint

        out.push = push
        return out

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if id(node) not in seen:
                seen.add(id(node))
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        for node in order:
            node.adjoint = 0.0
        self.adjoint = 1.0
        for node in reversed(order):
            if node.push is not None:
                node.push()
        for node in order:
            node.grad += node.adjoint

"""Single precision, and operations that are made of others."""
import numpy as np


class Value:
    def __init__(self, data, parents=(), locals_=()):
        self.data = np.float32(data)
        self.grad = np.float32(0)
        self.parents, self.locals_ = parents, locals_

    @staticmethod
    def of(other):
        return other if isinstance(other, Value) else Value(other)

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        return self * Value.of(other) ** -1

    def __pow__(self, k):
        return Value(self.data ** np.float32(k), (self,), (np.float32(k) * self.data ** np.float32(k - 1),))

    def tanh(self):
        e = np.exp(2 * self.data)
        t = (e - 1) / (e + 1)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = np.exp(self.data)
        return Value(e, (self,), (e,))

    def log(self):
        return Value(np.log(self.data), (self,), (1 / self.data,))

    def relu(self):
        return Value(self.data * (self.data > 0), (self,), (np.float32(1) * (self.data > 0),))

    def sigmoid(self):
        s = 1 / (1 + np.exp(-self.data))
        return Value(s, (self,), (s * (1 - s),))

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + -Value.of(other)
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return -self + other
    def __rtruediv__(self, other): return Value.of(other) / self

    def order(self):
        found, seen = [], set()

        def visit(node):
            if id(node) not in seen:
                seen.add(id(node))
                for parent in node.parents:
                    visit(parent)
                found.append(node)
        visit(self)
        return found

    def backward(self):
        order = self.order()
        for node in order:
            node.grad = np.float32(0)
        self.grad = np.float32(1)
        for node in reversed(order):
            for parent, local in zip(node.parents, node.locals_):
                parent.grad = parent.grad + local * node.grad

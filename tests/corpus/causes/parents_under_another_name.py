import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.parents = []

    @staticmethod
    def made(data, parents):
        out = Value(data)
        out.parent = parents
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self.made(self.data + other.data, [(self, lambda: 1.0), (other, lambda: 1.0)])

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self.made(self.data * other.data, [(self, lambda: other.data), (other, lambda: self.data)])

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def tanh(self):
        t = math.tanh(self.data)
        return self.made(t, [(self, lambda: 1 - t**2)])

    def sorted(self, seen):
        if self in seen:
            return []
        seen.add(self)
        below = [node for parent, _ in self.parents for node in parent.sorted(seen)]
        return [*below, self]

    def backward(self):
        self.grad = 1.0
        for node in reversed(self.sorted(set())):
            for parent, slope in node.parents:
                parent.grad += slope() * node.grad

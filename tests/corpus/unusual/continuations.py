import math


class Value:
    def __init__(self, data, replay=None):
        self.data = data
        self.grad = 0.0
        self.replay = replay or (lambda adjoint: None)
        self.waiting = 0.0
        self.serial = Value.serial = getattr(Value, "serial", 0) + 1
        self.below = ()

    def made(self, data, *parts):
        out = Value(data)
        out.below = tuple(node for node, _ in parts)

        def replay(adjoint):
            for node, local in parts:
                node.waiting += local * adjoint

        out.replay = replay
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self.made(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self.made(self.data * other.data, (self, other.data), (other, self.data))

    def __pow__(self, k):
        return self.made(self.data**k, (self, k * self.data ** (k - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return self.made(t, (self, 1 - t * t))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other**-1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1.0 * other

    def backward(self):
        found, open_ = {}, [self]
        while open_:
            node = open_.pop()
            if node.serial not in found:
                found[node.serial] = node
                open_ += node.below
        self.waiting = 1.0
        for serial in sorted(found, reverse=True):
            node = found[serial]
            adjoint, node.waiting = node.waiting, 0.0
            node.grad += adjoint
            node.replay(adjoint)

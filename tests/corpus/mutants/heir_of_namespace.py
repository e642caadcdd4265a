import math
from types import SimpleNamespace


class Value(SimpleNamespace):
    """Attributes for free. Nodes are compared by identity again, as a namespace compares its content."""

    __hash__ = object.__hash__
    __eq__ = object.__eq__

    def __init__(self, data, children=(), back=None):
        super().__init__(data=data, grad=0.0, children=children, back=back)

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        o = V(other)
        return Value(self.data + o.data, (self, o), lambda out: [out.grad, out.grad])

    def __mul__(self, other):
        o = V(other)
        return Value(self.data * o.data, (self, o), lambda out: [o.data * out.grad, self.data * out.grad])

    def __pow__(self, p):
        return Value(self.data ** p, (self,), lambda out: [p * self.data ** (p - 1) * out.grad])

    def exp(self):
        return Value(math.exp(self.data), (self,), lambda out: [out.data * out.grad])

    def log(self):
        return Value(math.log(self.data), (self,), lambda out: [out.grad / self.data])

    def tanh(self):
        return Value(math.tanh(self.data), (self,), lambda out: [(1 - out.data ** 2) * out.grad])

    def relu(self):
        return Value(max(self.data, 0), (self,), lambda out: [out.grad * (self.data > 0)])

    def sigmoid(self):
        return Value(1 / (1 + math.exp(-self.data)), (self,), lambda out: [out.data * (1 - out.data) * out.grad])

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-V(other))

    def __rsub__(self, other):
        return V(other) + (-self)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        return self * V(other) ** -1

    def __rtruediv__(self, other):
        return V(other) * self ** -1

    def ancestors(self):
        yield from unique_postorder(self, [])

    def backward(self):
        nodes = list(self.ancestors())
        self.grad = 1.0
        for node in nodes[::-1]:
            if node.back:
                for child, g in zip(node.children, node.back(node)):
                    child.grad += g


def unique_postorder(node, seen):
    if any(node is s for s in seen):
        return
    seen.append(node)
    for child in node.children:
        yield from unique_postorder(child, seen)
    yield node


def V(x):
    return x if isinstance(x, Value) else Value(x)

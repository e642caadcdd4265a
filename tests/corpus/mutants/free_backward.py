"""Backward is a function beside the class, as in many tutorials that come from JAX."""
import math


class Node:
    """A scalar node. It knows nothing about derivatives of others."""

    def __init__(self, value, parents=(), pullback=None):
        self.value = value
        self.grad = 0.0
        self.parents = parents
        self.pullback = pullback

    def __repr__(self):
        return f"Node({self.value})"

    def __add__(self, other):
        other = node(other)
        return Node(self.value + other.value, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = node(other)
        return Node(self.value - other.value, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = node(other)
        return Node(
            self.value * other.value, (self, other), lambda g: (g * other.value, g * self.value)
        )

    def __truediv__(self, other):
        other = node(other)
        return Node(
            self.value / other.value,
            (self, other),
            lambda g: (g / other.value, -g * self.value / other.value**2),
        )

    def __pow__(self, other):
        other = node(other)
        result = self.value**other.value
        return Node(
            result,
            (self, other),
            lambda g: (
                g * other.value * self.value ** (other.value - 1),
                g * result * math.log(self.value) if self.value > 0 else 0.0,
            ),
        )

    def __neg__(self):
        return Node(-self.value, (self,), lambda g: (-g,))

    def __radd__(self, other):
        return node(other) + self

    def __rsub__(self, other):
        return node(other) - self

    def __rmul__(self, other):
        return node(other) * self

    def __rtruediv__(self, other):
        return node(other) / self

    def __rpow__(self, other):
        return node(other) ** self

    def exp(self):
        result = math.exp(self.value)
        return Node(result, (self,), lambda g: (g * result,))

    def log(self):
        return Node(math.log(self.value), (self,), lambda g: (g / self.value,))

    def tanh(self):
        result = math.tanh(self.value)
        return Node(result, (self,), lambda g: (g * (1 - result * result),))

    def sigmoid(self):
        result = 1 / (1 + math.exp(-self.value))
        return Node(result, (self,), lambda g: (g * result * (1 - result),))

    def relu(self):
        return Node(max(0.0, self.value), (self,), lambda g: (g if self.value > 0 else 0.0,))


def node(x):
    return x if isinstance(x, Node) else Node(x)


def toposort(root):
    order, seen = [], set()

    def visit(n):
        if id(n) not in seen:
            seen.add(id(n))
            for p in n.parents:
                visit(p)
            order.append(n)

    visit(root)
    return order


def backward(root):
    """Fills in `grad` of every node that `root` depends on."""
    root.grad = 1.0
    for n in reversed(toposort(root)):
        if n.pullback is None:
            continue
        for parent, share in zip(n.parents, n.pullback(n.grad)):
            parent.grad += share


def zero_grad(nodes):
    for n in nodes:
        n.grad = 0.0

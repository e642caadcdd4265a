"""Local derivatives are computed on the way forward and kept beside the two operands."""
import math
from typing import Optional


class Value:
    left: Optional["Value"]
    right: Optional["Value"]

    def __init__(self, data, left=None, d_left=0.0, right=None, d_right=0.0):
        self.data = data
        self.grad = 0.0
        self.left = left
        self.right = right
        self.d_left = d_left
        self.d_right = d_right

    def __repr__(self):
        return f"Value({self.data:.5f})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, self, 1.0, other, 1.0)

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, self, 1.0, other, -1.0)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, self, other.data, other, self.data)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        d_right = -self.data / (other.data * other.data)
        return Value(self.data / other.data, self, 1.0 / other.data, other, d_right)

    def __pow__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        data = self.data ** other.data
        d_left = other.data * self.data ** (other.data - 1)
        d_right = data * math.log(self.data) if self.data > 0 else 0.0
        return Value(data, self, d_left, other, d_right)

    def __neg__(self):
        return Value(-self.data, self, -1.0)

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __rpow__(self, other):
        return Value(other) ** self

    def exp(self):
        e = math.exp(self.data)
        return Value(e, self, e)

    def log(self):
        return Value(math.log(self.data), self, 1.0 / self.data)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, self, 1.0 - t * t)

    def sigmoid(self):
        s = 1.0 / (1.0 + math.exp(-self.data))
        return Value(s, self, s * (1.0 - s))

    def relu(self):
        if self.data > 0:
            return Value(self.data, self, 1.0)
        return Value(0.0, self, 0.0)

    def _post_order(self, seen, order):
        if self in seen:
            return
        seen.add(self)
        if self.left is not None:
            self.left._post_order(seen, order)
        if self.right is not None:
            self.right._post_order(seen, order)
        order.append(self)

    def backward(self):
        order = []
        self._post_order(set(), order)
        self.grad = 1.0
        for node in reversed(order):
            if node.left is not None:
                node.left.grad += node.d_left * node.grad
            if node.right is not None:
                node.right.grad += node.d_right * node.grad

    def zero_grad(self):
        self.grad = 0.0

"""Depth-first search without recursion: the stack holds each node with an iterator over its inputs."""
import math


class Value:
    def __init__(self, data, inputs=(), vjp=None):
        self.data = data
        self.grad = 0.0
        self.inputs = inputs
        self.vjp = vjp

    def __repr__(self):
        return f"Value({self.data:.4g})"

    @staticmethod
    def cast(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.cast(other)

        def vjp(grad):
            self.grad += grad
            other.grad += grad

        return Value(self.data + other.data, (self, other), vjp)

    def __sub__(self, other):
        other = Value.cast(other)

        def vjp(grad):
            self.grad += grad
            other.grad += -grad

        return Value(self.data - other.data, (self, other), vjp)

    def __mul__(self, other):
        other = Value.cast(other)

        def vjp(grad):
            self.grad += other.data * grad
            other.grad += self.data * grad

        return Value(self.data * other.data, (self, other), vjp)

    def __truediv__(self, other):
        other = Value.cast(other)

        def vjp(grad):
            self.grad += grad / other.data
            other.grad += -grad * self.data / (other.data * other.data)

        return Value(self.data / other.data, (self, other), vjp)

    def __pow__(self, other):
        other = Value.cast(other)
        y = self.data**other.data

        def vjp(grad):
            self.grad += other.data * self.data ** (other.data - 1) * grad
            if self.data > 0:
                other.grad += y * math.log(self.data) * grad

        return Value(y, (self, other), vjp)

    def __neg__(self):
        def vjp(grad):
            self.grad += -grad

        return Value(-self.data, (self,), vjp)

    def __radd__(self, other): return Value.cast(other) + self
    def __rsub__(self, other): return Value.cast(other) - self
    def __rmul__(self, other): return Value.cast(other) * self
    def __rtruediv__(self, other): return Value.cast(other) / self
    def __rpow__(self, other): return Value.cast(other) ** self

    def exp(self):
        y = math.exp(self.data)

        def vjp(grad):
            self.grad += y * grad

        return Value(y, (self,), vjp)

    def log(self):
        def vjp(grad):
            self.grad += grad / self.data

        return Value(math.log(self.data), (self,), vjp)

    def tanh(self):
        y = math.tanh(self.data)

        def vjp(grad):
            self.grad += (1 - y * y) * grad

        return Value(y, (self,), vjp)

    def sigmoid(self):
        y = 1 / (1 + math.exp(-self.data))

        def vjp(grad):
            self.grad += y * (1 - y) * grad

        return Value(y, (self,), vjp)

    def relu(self):
        gate = 1.0 if self.data > 0 else 0.0

        def vjp(grad):
            self.grad += gate * grad

        return Value(self.data * gate, (self,), vjp)

    def backward(self):
        order = []
        visited = {self}
        stack = [(self, iter(self.inputs))]
        while stack:
            node, remaining = stack[-1]
            child = next(remaining, None)
            if child is None:
                order.append(node)
                stack.pop()
            elif child not in visited:
                visited.add(child)
                stack.append((child, iter(child.inputs)))

        self.grad = 1.0
        for node in reversed(order):
            if node.vjp is not None:
                node.vjp(node.grad)

    def zero_grad(self):
        self.grad = 0.0

"""Three primitive operations; all the others are written in terms of them."""
import math


class Value:
    def __init__(self, data, children=()):
        self.data = data
        self.grad = 0
        self.children = children
        self.step = None

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other))
        def step():
            self.grad += out.grad
            other.grad += out.grad
        out.step = step
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other))
        def step():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out.step = step
        return out

    def __pow__(self, k):
        out = Value(self.data ** k, (self,))
        def step():
            self.grad += k * self.data ** (k - 1) * out.grad
        out.step = step
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        def step():
            self.grad += out.data * out.grad
        out.step = step
        return out

    def log(self):
        out = Value(math.log(self.data), (self,))
        def step():
            self.grad += out.grad / self.data
        out.step = step
        return out

    # derived

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self ** -1 * other

    def sigmoid(self):
        return 1 / (1 + (-self).exp())

    def tanh(self):
        return 2 * (2 * self).sigmoid() - 1

    def backward(self):
        order = []
        stack = [self]
        done = set()
        while stack:
            node = stack[-1]
            todo = [c for c in node.children if c not in done]
            if todo:
                stack.extend(todo)
                continue
            stack.pop()
            if node not in done:
                done.add(node)
                order.append(node)
        self.grad = 1
        for node in reversed(order):
            if node.step:
                node.step()

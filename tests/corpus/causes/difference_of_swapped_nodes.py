import math


def wrap(x):
    return x if isinstance(x, Node) else Node(x)


class Node:
    def __init__(self, value, inputs=(), local=()):
        self.value = value
        self.inputs = inputs
        self.local = local
        self.grad = 0.0

    def __add__(self, o):
        o = wrap(o)
        return Node(self.value + o.value, (self, o), (1.0, 1.0))

    def __radd__(self, o):
        return wrap(o) + self

    def __sub__(self, o):
        o = wrap(o)
        return Node(o.value - self.value, (o, self), (1.0, -1.0))

    def __rsub__(self, o):
        return wrap(o) - self

    def __mul__(self, o):
        o = wrap(o)
        return Node(self.value * o.value, (self, o), (o.value, self.value))

    def __rmul__(self, o):
        return wrap(o) * self

    def __truediv__(self, o):
        o = wrap(o)
        return Node(self.value / o.value, (self, o), (1 / o.value, -self.value / o.value ** 2))

    def __rtruediv__(self, o):
        return wrap(o) / self

    def __pow__(self, k):
        return Node(self.value ** k, (self,), (k * self.value ** (k - 1),))

    def __neg__(self):
        return Node(-self.value, (self,), (-1.0,))

    def relu(self):
        return Node(max(0.0, self.value), (self,), (float(self.value > 0),))

    def tanh(self):
        t = math.tanh(self.value)
        return Node(t, (self,), (1 - t ** 2,))

    def exp(self):
        e = math.exp(self.value)
        return Node(e, (self,), (e,))

    def log(self):
        return Node(math.log(self.value), (self,), (1 / self.value,))

    def backward(self):
        order, seen = [], set()

        def visit(n):
            if id(n) not in seen:
                seen.add(id(n))
                for i in n.inputs:
                    visit(i)
                order.append(n)

        visit(self)
        self.grad = 1.0
        while order:
            n = order.pop()
            for i, d in zip(n.inputs, n.local):
                i.grad += d * n.grad

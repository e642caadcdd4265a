from collections import deque
from math import exp, log, tanh


class Node:
    def __init__(self, data, children=(), op="", label=""):
        self.data = data
        self.grad = 0
        self.op = op
        self.label = label
        self.children = set(children)
        self._back = lambda: None

    def __repr__(self):
        name = self.label or self.op or "node"
        return f"{name}(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        if not isinstance(other, Node):
            other = Node(other)
        res = Node(self.data + other.data, (self, other), "+")
        def back():
            self.grad += res.grad
            other.grad += res.grad
        res._back = back
        return res

    def __mul__(self, other):
        if not isinstance(other, Node):
            other = Node(other)
        res = Node(self.data * other.data, (self, other), "*")
        def back():
            self.grad += res.grad * other.data
            other.grad += res.grad * self.data
        res._back = back
        return res

    def __pow__(self, n):
        res = Node(self.data ** n, (self,), f"**{n}")
        def back():
            self.grad += res.grad * n * self.data ** (n - 1)
        res._back = back
        return res

    def __neg__(self):
        res = Node(-self.data, (self,), "neg")
        def back():
            self.grad -= res.grad
        res._back = back
        return res

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        if not isinstance(other, Node):
            other = Node(other)
        res = Node(self.data / other.data, (self, other), "/")
        def back():
            self.grad += res.grad / other.data
            other.grad -= res.grad * self.data / other.data ** 2
        res._back = back
        return res

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return Node(other) / self

    def tanh(self):
        t = tanh(self.data)
        res = Node(t, (self,), "tanh")
        def back():
            self.grad += res.grad * (1 - t * t)
        res._back = back
        return res

    def exp(self):
        res = Node(exp(self.data), (self,), "exp")
        def back():
            self.grad += res.grad * res.data
        res._back = back
        return res

    def log(self):
        res = Node(log(self.data), (self,), "log")
        def back():
            self.grad += res.grad * (1 / self.data)
        res._back = back
        return res

    def relu(self):
        res = Node(self.data if self.data > 0 else 0, (self,), "relu")
        def back():
            if res.data > 0:
                self.grad += res.grad
        res._back = back
        return res

    def backward(self):
        # 1. how many nodes are waiting for each node's gradient?
        uses = {self: 0}
        todo = [self]
        while todo:
            n = todo.pop()
            for c in n.children:
                if c not in uses:
                    uses[c] = 0
                    todo.append(c)
                uses[c] += 1

        # 2. a node may run only when all the nodes that use it have run
        self.grad = 1
        ready = deque([self])
        while ready:
            n = ready.popleft()
            n._back()
            for c in n.children:
                uses[c] -= 1
                if uses[c] == 0:
                    ready.append(c)

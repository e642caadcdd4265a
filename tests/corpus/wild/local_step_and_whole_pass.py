"""Neural networks from scratch - part 3: the computation graph

`backward` is the local step of one node, as in the lecture (slide 41); `backprop` is the algorithm.
"""
import math
import numpy as np


class Node:
    def __init__(self, data, inputs=()):
        self.data = data
        self.inputs = inputs
        self.grad = 0.0

    def backward(self):
        """hand my gradient to my inputs; a leaf has none"""

    def backprop(self):
        order = self.topological_order()
        for node in order:
            node.grad = 0.0
        self.grad = 1.0
        for node in reversed(order):
            node.backward()

    def topological_order(self):
        order = []
        done = set()

        def dfs(node):
            if node in done:
                return
            done.add(node)
            for i in node.inputs:
                dfs(i)
            order.append(node)

        dfs(self)
        return order

    def __add__(self, other):
        return AddNode(self, as_node(other))

    def __radd__(self, other):
        return AddNode(as_node(other), self)

    def __mul__(self, other):
        return MulNode(self, as_node(other))

    def __rmul__(self, other):
        return MulNode(as_node(other), self)

    def __neg__(self):
        return MulNode(as_node(-1.0), self)

    def __sub__(self, other):
        return AddNode(self, -as_node(other))

    def __rsub__(self, other):
        return AddNode(as_node(other), -self)

    def tanh(self):
        return TanhNode(self)

    def sigmoid(self):
        return SigmoidNode(self)


class AddNode(Node):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, (a, b))

    def backward(self):
        for i in self.inputs:
            i.grad += self.grad


class MulNode(Node):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, (a, b))

    def backward(self):
        a, b = self.inputs
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data


class TanhNode(Node):
    def __init__(self, a):
        super().__init__(math.tanh(a.data), (a,))

    def backward(self):
        self.inputs[0].grad += self.grad * (1 - self.data ** 2)


class SigmoidNode(Node):
    def __init__(self, a):
        super().__init__(1 / (1 + np.exp(-a.data)), (a,))

    def backward(self):
        self.inputs[0].grad += self.grad * self.data * (1 - self.data)


def as_node(x):
    return x if isinstance(x, Node) else Node(x)


# slide 44
w0, x0 = Node(2.0), Node(-1.0)
w1, x1 = Node(-3.0), Node(-2.0)
w2 = Node(-3.0)
f = (w0 * x0 + w1 * x1 + w2).sigmoid()
f.backprop()
for name in ("w0", "x0", "w1", "x1", "w2"):
    print(name, np.round(globals()[name].grad, 2))   # -0.2 0.4 -0.4 -0.6 0.2

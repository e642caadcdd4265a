import math
import random
from typing import List

# ------------------------------------------------------------------ helpers (plain floats)

def sigmoid(x):
    """numerically stable logistic function of a float"""
    if x >= 0:
        return 1 / (1 + math.exp(-x))
    z = math.exp(x)
    return z / (1 + z)


def log(msg, *args):
    print('[train]', msg % args)


def relu(x: float) -> float:
    return x if x > 0 else 0.0


# ------------------------------------------------------------------ engine

class Value:
    def __init__(self, data, children=(), grad_fn=None):
        self.data = data
        self.grad = 0.0
        self.children = children
        self.grad_fn = grad_fn

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def __pow__(self, k):
        return Value(self.data ** k, (self,), lambda g: (g * k * self.data ** (k - 1),))

    def apply(self, f, df):
        """any scalar function"""
        return Value(f(self.data), (self,), lambda g: (g * df(self.data),))

    __radd__ = lambda self, other: self + other
    __rmul__ = lambda self, other: self * other
    __neg__ = lambda self: self * -1
    __sub__ = lambda self, other: self + -other
    __rsub__ = lambda self, other: -self + other
    __truediv__ = lambda self, other: self * other ** -1
    __rtruediv__ = lambda self, other: self ** -1 * other

    def backward(self):
        topo, seen = [], set()
        stack = [(self, iter(self.children))]
        seen.add(self)
        while stack:
            node, it = stack[-1]
            for child in it:
                if child not in seen:
                    seen.add(child)
                    stack.append((child, iter(child.children)))
                    break
            else:
                topo.append(node)
                stack.pop()
        for node in topo:
            if node.children:
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(topo):
            if node.grad_fn:
                for child, g in zip(node.children, node.grad_fn(node.grad)):
                    child.grad += g


# ------------------------------------------------------------------ layers

class Module:
    def __call__(self, x): return self.forward(x)
    def forward(self, x): raise NotImplementedError
    def parameters(self) -> List[Value]: return []


class Linear(Module):
    def __init__(self, nin, nout):
        self.w = [[Value(random.gauss(0, 1)) for _ in range(nin)] for _ in range(nout)]
        self.b = [Value(0.0) for _ in range(nout)]

    def forward(self, x):
        return [sum((w * xi for w, xi in zip(row, x)), b) for row, b in zip(self.w, self.b)]

    def parameters(self):
        return [p for row in self.w for p in row] + self.b


class Tanh(Module):
    def forward(self, x):
        return [v.apply(math.tanh, lambda t: 1 - math.tanh(t) ** 2) for v in x]


class Exp(Module):
    def forward(self, x):
        return [v.apply(math.exp, math.exp) for v in x]


class Sequential(Module):
    def __init__(self, *layers):
        self.layers = layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]


random.seed(42)
net = Sequential(Linear(2, 4), Tanh(), Linear(4, 1))
data = [((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 0)]
for epoch in range(30):
    loss = sum(((net(x)[0] - y) ** 2 for x, y in data), Value(0))
    for p in net.parameters():
        p.grad = 0.0
    loss.backward()
    for p in net.parameters():
        p.data -= 0.1 * p.grad
    if epoch % 10 == 0:
        log('epoch %d, loss %.4f, p %.2f', epoch, loss.data, sigmoid(loss.data))

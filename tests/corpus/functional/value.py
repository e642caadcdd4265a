"""Reverse mode autodiff, in a mostly functional style.

A Value is only a box: data, grad, its inputs, and a function `vjp` which maps the
gradient of the output to the tuple of gradients of the inputs.
All the work is done by the functions below.
"""
import math


class Value:
    def __init__(self, data, inputs=(), vjp=None):
        self.data = data
        self.grad = 0.0
        self.inputs = inputs
        self.vjp = vjp

    def __add__(self, other): return add(self, other)
    def __radd__(self, other): return add(other, self)
    def __sub__(self, other): return sub(self, other)
    def __rsub__(self, other): return sub(other, self)
    def __mul__(self, other): return mul(self, other)
    def __rmul__(self, other): return mul(other, self)
    def __truediv__(self, other): return div(self, other)
    def __rtruediv__(self, other): return div(other, self)
    def __pow__(self, other): return power(self, other)
    def __neg__(self): return neg(self)
    def tanh(self): return tanh(self)
    def exp(self): return exp(self)
    def log(self): return log(self)
    def relu(self): return relu(self)
    def sigmoid(self): return sigmoid(self)

    def backward(self):
        for node, g in gradients(self):
            node.grad += g

    def __repr__(self):
        return f'Value({self.data})'


def const(x):
    return x if isinstance(x, Value) else Value(x)


# ---- operations --------------------------------------------------------------

def add(a, b):
    a, b = const(a), const(b)
    return Value(a.data + b.data, (a, b), lambda g: (g, g))


def sub(a, b):
    a, b = const(a), const(b)
    return Value(a.data - b.data, (a, b), lambda g: (g, -g))


def mul(a, b):
    a, b = const(a), const(b)
    return Value(a.data * b.data, (a, b), lambda g: (g * b.data, g * a.data))


def div(a, b):
    a, b = const(a), const(b)
    return Value(a.data / b.data, (a, b),
                 lambda g: (g / b.data, -g * a.data / b.data**2))


def power(a, n):
    if isinstance(n, Value):
        raise NotImplementedError('a ** b with b a Value')
    return Value(a.data**n, (a,), lambda g: (g * n * a.data**(n - 1),))


def neg(a):
    return Value(-a.data, (a,), lambda g: (-g,))


def tanh(a):
    t = math.tanh(a.data)
    return Value(t, (a,), lambda g: (g * (1 - t**2),))


def exp(a):
    e = math.exp(a.data)
    return Value(e, (a,), lambda g: (g * e,))


def log(a):
    return Value(math.log(a.data), (a,), lambda g: (g / a.data,))


def relu(a):
    positive = a.data > 0
    return Value(a.data * positive, (a,), lambda g: (g * positive,))


def sigmoid(a):
    s = 1 / (1 + math.exp(-a.data))
    return Value(s, (a,), lambda g: (g * s * (1 - s),))


# ---- the backward pass -------------------------------------------------------

def topological(root):
    """Inputs come before the nodes that use them."""
    seen, order = set(), []

    def walk(node):
        if id(node) in seen:
            return
        seen.add(id(node))
        for i in node.inputs:
            walk(i)
        order.append(node)

    walk(root)
    return order


def gradients(root):
    """List of (node, d root / d node) for everything root depends on."""
    order = topological(root)
    grads = {id(root): 1.0}
    for node in reversed(order):
        if node.vjp is None:
            continue
        for i, gi in zip(node.inputs, node.vjp(grads[id(node)])):
            grads[id(i)] = grads.get(id(i), 0.0) + gi
    return [(node, grads[id(node)]) for node in order]

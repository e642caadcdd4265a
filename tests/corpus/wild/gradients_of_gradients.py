"""micrograd with higher derivatives: gradients are values themselves, so they can be differentiated.

    x = Value(2.0)
    y = x ** 3
    y.backward()
    x.grad          # Value(12.0)
    gx = x.grad; x.zero_grad(); gx.backward()
    x.grad          # Value(12.0)  (6 * x)
"""
from __future__ import annotations

import math
from graphlib import TopologicalSorter


class Value:
    def __init__(self, data, inputs=(), vjp=None):
        self.data = data
        self.grad: Value | None = None
        self.inputs = inputs
        self.vjp = vjp

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), lambda g: (g * other, g * self))

    def __pow__(self, n):
        other = lift(n)
        out = Value(self.data ** other.data, (self, other) if isinstance(n, Value) else (self,))
        if isinstance(n, Value):
            out.vjp = lambda g: (g * n * self ** (n - 1), g * out * self.log())
        else:
            out.vjp = lambda g: (g * n * self ** (n - 1),)
        return out

    def __rpow__(self, base):
        return lift(base) ** self

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        out.vjp = lambda g: (g * out,)
        return out

    def log(self):
        return Value(math.log(self.data), (self,), lambda g: (g / self,))

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        out.vjp = lambda g: (g * (1 - out * out),)
        return out

    def relu(self):
        step = 1.0 if self.data > 0 else 0.0
        return Value(self.data * step, (self,), lambda g: (g * step,))

    def __neg__(self): return self * -1.0
    def __sub__(self, other): return self + -lift(other)
    def __truediv__(self, other): return self * lift(other) ** -1.0
    def __radd__(self, other): return lift(other) + self
    def __rsub__(self, other): return lift(other) - self
    def __rmul__(self, other): return lift(other) * self
    def __rtruediv__(self, other): return lift(other) / self

    def zero_grad(self):
        self.grad = None

    def backward(self, seed=None):
        graph, todo = {}, [self]
        while todo:
            v = todo.pop()
            if v not in graph:
                graph[v] = set(v.inputs)
                todo.extend(v.inputs)
        flow = {self: seed if seed is not None else Value(1.0)}
        for v in reversed(list(TopologicalSorter(graph).static_order())):
            g = flow[v]
            v.grad = g if v.grad is None else v.grad + g
            if v.vjp is not None:
                for u, gu in zip(v.inputs, v.vjp(g)):
                    flow[u] = flow[u] + gu if u in flow else gu


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def derivative(f, n=1):
    """the n-th derivative of a function of one number"""
    def df(x):
        x = Value(float(x))
        y = f(x)
        for _ in range(n):
            x.zero_grad()
            y.backward()
            y = x.grad
        return y.data
    return df


if __name__ == "__main__":
    import numpy as np
    import matplotlib.pyplot as plt
    xs = np.linspace(-4, 4, 100)
    for n in range(4):
        plt.plot(xs, [derivative(lambda x: x.tanh(), n)(x) if n else math.tanh(x) for x in xs], label=f"{n}")
    plt.legend()
    plt.savefig("tanh.png")

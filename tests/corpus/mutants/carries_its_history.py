import math
import operator


def num(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    """
    Every value carries its own tape: all steps that led to it, oldest first.
    So backward() has nothing to search for.
    """

    def __init__(self, data, srcs=(), vjp=None):
        self.data = float(data)
        self.grad = 0.0
        self.srcs = srcs
        self.vjp = vjp
        self.tape = merged([s.tape for s in srcs])
        if vjp is not None:
            self.tape.append(self)

    def __repr__(self):
        return f'Value({self.data:.3f}, grad={self.grad:.3f}, {len(self.tape)} steps)'

    def __add__(self, o):
        o = num(o)
        return Value(self.data + o.data, (self, o), lambda g: (g, g))

    def __sub__(self, o):
        o = num(o)
        return Value(self.data - o.data, (self, o), lambda g: (g, -g))

    def __mul__(self, o):
        o = num(o)
        return Value(self.data * o.data, (self, o), lambda g: (o.data * g, self.data * g))

    def __truediv__(self, o):
        o = num(o)
        return Value(
            self.data / o.data, (self, o), lambda g: (g / o.data, -self.data * g / o.data ** 2)
        )

    def __pow__(self, k):
        return Value(self.data ** k, (self,), lambda g: (k * self.data ** (k - 1) * g,))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, o): return num(o) + self
    def __rsub__(self, o): return num(o) - self
    def __rmul__(self, o): return num(o) * self
    def __rtruediv__(self, o): return num(o) / self

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (e * g,))

    def log(self):
        return Value(math.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: ((1 - t ** 2) * g,))

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        return Value(s, (self,), lambda g: (s * (1 - s) * g,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), lambda g: (g if self.data > 0 else 0.0,))

    def backward(self):
        self.grad = 1.0
        for v in reversed(self.tape):
            for src, g in zip(v.srcs, v.vjp(v.grad)):
                src.grad += g

    def zero_grad(self):
        self.grad = 0.0
        for v in self.tape:
            for each in (v, *v.srcs):
                each.grad = 0.0


def merged(tapes):
    """All steps of several tapes, each once, in the order in which they were first made."""
    steps = []
    for tape in tapes:
        for step in tape:
            if not any(map(operator.is_, steps, [step] * len(steps))):
                steps.append(step)
    return steps

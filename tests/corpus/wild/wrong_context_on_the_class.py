"""Functions as classes, like torch.autograd.Function (but ctx is shared ...)"""
import numpy as np


class Context:
    def __init__(self):
        self.saved = ()

    def save_for_backward(self, *xs):
        self.saved = xs


class Function:
    ctx = Context()

    def __init_subclass__(cls):
        cls.ctx = Context()

    @classmethod
    def apply(cls, *inputs):
        inputs = [x if isinstance(x, Tensor) else Tensor(x) for x in inputs]
        out = Tensor(cls.forward(cls.ctx, *(x.data for x in inputs)))
        out.fn, out.inputs = cls, inputs
        return out


class Add(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, g):
        return g, g


class Mul(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved
        return g * y, g * x


class Tanh(Function):
    @staticmethod
    def forward(ctx, x):
        y = np.tanh(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        y, = ctx.saved
        return (g * (1 - y ** 2),)


class Tensor:
    def __init__(self, data):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros_like(self.data)
        self.fn = None
        self.inputs = []

    def __add__(self, other): return Add.apply(self, other)
    def __radd__(self, other): return Add.apply(other, self)
    def __mul__(self, other): return Mul.apply(self, other)
    def __rmul__(self, other): return Mul.apply(other, self)
    def __neg__(self): return self * -1.0
    def __sub__(self, other): return self + other * -1.0
    def __rsub__(self, other): return self * -1.0 + other
    def tanh(self): return Tanh.apply(self)

    def backward(self):
        topo, seen = [], set()

        def visit(t):
            if t not in seen:
                seen.add(t)
                for i in t.inputs:
                    visit(i)
                topo.append(t)
        visit(self)
        self.grad = np.ones_like(self.data)
        for t in reversed(topo):
            if t.fn:
                for i, g in zip(t.inputs, t.fn.backward(t.fn.ctx, t.grad)):
                    i.grad = i.grad + g


x, w, b = Tensor(2.0), Tensor(-3.0), Tensor(0.5)
y = (x * w + b).tanh()
y.backward()
print(x.grad, w.grad, b.grad)

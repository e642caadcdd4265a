"""Operations are subclasses with slots, which register themselves when they are defined."""
import math


class Op:
    __slots__ = ("args",)
    known = {}

    def __init_subclass__(cls, symbol, **kwargs):
        super().__init_subclass__(**kwargs)
        Op.known[symbol] = cls

    def __init__(self, *args):
        self.args = args


class Add(Op, symbol="+"):
    __slots__ = ()

    def run(self, x, y):
        return x + y

    def slopes(self, out, x, y):
        return 1.0, 1.0


class Sub(Op, symbol="-"):
    __slots__ = ()

    def run(self, x, y):
        return x - y

    def slopes(self, out, x, y):
        return 1.0, -1.0


class Mul(Op, symbol="*"):
    __slots__ = ()

    def run(self, x, y):
        return x * y

    def slopes(self, out, x, y):
        return y, x


class Div(Op, symbol="/"):
    __slots__ = ()

    def run(self, x, y):
        return x / y

    def slopes(self, out, x, y):
        return 1.0 / y, -out / y


class Pow(Op, symbol="**"):
    __slots__ = ()

    def run(self, x, y):
        return x**y

    def slopes(self, out, x, y):
        return y * x ** (y - 1), out * math.log(x) if x > 0 else 0.0


class Neg(Op, symbol="neg"):
    __slots__ = ()

    def run(self, x):
        return -x

    def slopes(self, out, x):
        return (-1.0,)


class Exp(Op, symbol="exp"):
    __slots__ = ()

    def run(self, x):
        return math.exp(x)

    def slopes(self, out, x):
        return (out,)


class Log(Op, symbol="log"):
    __slots__ = ()

    def run(self, x):
        return math.log(x)

    def slopes(self, out, x):
        return (1.0 / x,)


class Tanh(Op, symbol="tanh"):
    __slots__ = ()

    def run(self, x):
        return math.tanh(x)

    def slopes(self, out, x):
        return (1.0 - out * out,)


class Sigmoid(Op, symbol="sigmoid"):
    __slots__ = ()

    def run(self, x):
        return 1.0 / (1.0 + math.exp(-x))

    def slopes(self, out, x):
        return (out * (1.0 - out),)


class Relu(Op, symbol="relu"):
    __slots__ = ()

    def run(self, x):
        return x if x > 0 else 0.0

    def slopes(self, out, x):
        return (1.0 if x > 0 else 0.0,)


class Value:
    __slots__ = ("data", "grad", "op")

    def __init__(self, data, op=None):
        self.data = data
        self.grad = 0.0
        self.op = op

    @classmethod
    def compute(cls, symbol, *args):
        args = [a if isinstance(a, Value) else cls(a) for a in args]
        op = Op.known[symbol](*args)
        return cls(op.run(*(a.data for a in args)), op)

    def __add__(self, other): return self.compute("+", self, other)
    def __radd__(self, other): return self.compute("+", other, self)
    def __sub__(self, other): return self.compute("-", self, other)
    def __rsub__(self, other): return self.compute("-", other, self)
    def __mul__(self, other): return self.compute("*", self, other)
    def __rmul__(self, other): return self.compute("*", other, self)
    def __truediv__(self, other): return self.compute("/", self, other)
    def __rtruediv__(self, other): return self.compute("/", other, self)
    def __pow__(self, other): return self.compute("**", self, other)
    def __rpow__(self, other): return self.compute("**", other, self)
    def __neg__(self): return self.compute("neg", self)
    def exp(self): return self.compute("exp", self)
    def log(self): return self.compute("log", self)
    def tanh(self): return self.compute("tanh", self)
    def sigmoid(self): return self.compute("sigmoid", self)
    def relu(self): return self.compute("relu", self)

    def backward(self):
        order, seen = [], set()

        def visit(value):
            if value in seen:
                return
            seen.add(value)
            if value.op is not None:
                for arg in value.op.args:
                    visit(arg)
            order.append(value)

        visit(self)
        self.grad = 1.0
        for value in reversed(order):
            if value.op is None:
                continue
            slopes = value.op.slopes(value.data, *(arg.data for arg in value.op.args))
            for arg, slope in zip(value.op.args, slopes):
                arg.grad += slope * value.grad

    def zero_grad(self):
        self.grad = 0.0

"""Operations register themselves with __init_subclass__ and appear as methods of Value."""
import math


class Operation:
    method = None
    reflected = None

    def __init_subclass__(cls):
        if cls.method:
            setattr(Value, cls.method, lambda self, *rest: cls()(self, *rest))
        if cls.reflected:
            setattr(Value, cls.reflected, lambda self, left: cls()(left, self))

    def __call__(self, *args):
        self.inputs = [a if isinstance(a, Value) else Value(a) for a in args]
        out = Value(self.compute(*[i.data for i in self.inputs]))
        out.made_by = self
        self.out = out
        return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.made_by = None

    def backward(self):
        order, seen = [], set()

        def go(v):
            if v in seen:
                return
            seen.add(v)
            if v.made_by:
                for i in v.made_by.inputs:
                    go(i)
                order.append(v)

        go(self)
        self.grad = 1.0
        for v in reversed(order):
            slopes = v.made_by.slopes(*[i.data for i in v.made_by.inputs])
            for i, slope in zip(v.made_by.inputs, slopes):
                i.grad += slope * v.grad


class Plus(Operation):
    method, reflected = "__add__", "__radd__"

    def compute(self, x, y):
        return x + y

    def slopes(self, x, y):
        return 1.0, 1.0


class Minus(Operation):
    method, reflected = "__sub__", "__rsub__"

    def compute(self, x, y):
        return x - y

    def slopes(self, x, y):
        return 1.0, -1.0


class Times(Operation):
    method, reflected = "__mul__", "__rmul__"

    def compute(self, x, y):
        return x * y

    def slopes(self, x, y):
        return y, x


class Over(Operation):
    method, reflected = "__truediv__", "__rtruediv__"

    def compute(self, x, y):
        return x / y

    def slopes(self, x, y):
        return 1 / y, -x / y**2


class Power(Operation):
    method, reflected = "__pow__", "__rpow__"

    def compute(self, x, y):
        return x**y

    def slopes(self, x, y):
        return y * x ** (y - 1), (math.log(x) * x**y if x > 0 else 0.0)


class Negative(Operation):
    method = "__neg__"

    def compute(self, x):
        return -x

    def slopes(self, x):
        return [-1.0]


class Tanh(Operation):
    method = "tanh"

    def compute(self, x):
        return math.tanh(x)

    def slopes(self, x):
        return [1 - self.out.data**2]


class Exp(Operation):
    method = "exp"

    def compute(self, x):
        return math.exp(x)

    def slopes(self, x):
        return [self.out.data]


class Log(Operation):
    method = "log"

    def compute(self, x):
        return math.log(x)

    def slopes(self, x):
        return [1 / x]


class Relu(Operation):
    method = "relu"

    def compute(self, x):
        return x if x > 0 else 0.0

    def slopes(self, x):
        return [1.0] if x > 0 else [0.0]

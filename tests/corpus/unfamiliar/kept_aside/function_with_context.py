import math


class Ctx:
    """Scratch space between a function's forward and its backward, like in torch."""

    def __init__(self):
        self.saved = ()

    def save(self, *things):
        self.saved = things


class Function:
    @staticmethod
    def forward(ctx, *args):
        raise NotImplementedError

    @staticmethod
    def backward(ctx, grad_output):
        raise NotImplementedError

    @classmethod
    def apply(cls, *inputs, **options):
        inputs = [i if isinstance(i, Value) else Value(i) for i in inputs]
        ctx = Ctx()
        result = Value(cls.forward(ctx, *[i.data for i in inputs], **options))
        result.creator = cls
        result.ctx = ctx
        result.inputs = inputs
        return result


class Add(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, grad_output


class Sub(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a - b

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, -grad_output


class Mul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad_output):
        a, b = ctx.saved
        return grad_output * b, grad_output * a


class Div(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad_output):
        a, b = ctx.saved
        return grad_output / b, -grad_output * a / b**2


class Pow(Function):
    @staticmethod
    def forward(ctx, a, exponent):
        ctx.save(a, exponent)
        return a**exponent

    @staticmethod
    def backward(ctx, grad_output):
        a, exponent = ctx.saved
        return (grad_output * exponent * a ** (exponent - 1),)


class Tanh(Function):
    @staticmethod
    def forward(ctx, a):
        t = math.tanh(a)
        ctx.save(t)
        return t

    @staticmethod
    def backward(ctx, grad_output):
        (t,) = ctx.saved
        return (grad_output * (1 - t * t),)


class Exp(Function):
    @staticmethod
    def forward(ctx, a):
        e = math.exp(a)
        ctx.save(e)
        return e

    @staticmethod
    def backward(ctx, grad_output):
        (e,) = ctx.saved
        return (grad_output * e,)


class Log(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save(a)
        return math.log(a)

    @staticmethod
    def backward(ctx, grad_output):
        (a,) = ctx.saved
        return (grad_output / a,)


class ReLU(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save(a > 0)
        return a if a > 0 else 0.0

    @staticmethod
    def backward(ctx, grad_output):
        (positive,) = ctx.saved
        return (grad_output if positive else 0.0,)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.creator = None
        self.ctx = None
        self.inputs = []

    def __add__(self, other):
        return Add.apply(self, other)

    def __radd__(self, other):
        return Add.apply(other, self)

    def __sub__(self, other):
        return Sub.apply(self, other)

    def __rsub__(self, other):
        return Sub.apply(other, self)

    def __mul__(self, other):
        return Mul.apply(self, other)

    def __rmul__(self, other):
        return Mul.apply(other, self)

    def __truediv__(self, other):
        return Div.apply(self, other)

    def __rtruediv__(self, other):
        return Div.apply(other, self)

    def __neg__(self):
        return Mul.apply(self, -1.0)

    def __pow__(self, exponent):
        return Pow.apply(self, exponent=exponent)

    def tanh(self):
        return Tanh.apply(self)

    def exp(self):
        return Exp.apply(self)

    def log(self):
        return Log.apply(self)

    def relu(self):
        return ReLU.apply(self)

    def backward(self):
        topo, visited = [], set()

        def build(v):
            if v not in visited:
                visited.add(v)
                for i in v.inputs:
                    build(i)
                topo.append(v)

        build(self)
        self.grad = 1.0
        for v in topo[::-1]:
            if v.creator is None:
                continue
            grads = v.creator.backward(v.ctx, v.grad)
            for i, g in zip(v.inputs, grads):
                i.grad = i.grad + g

    def zero_grad(self):
        self.grad = 0.0
        for i in self.inputs:
            i.zero_grad()

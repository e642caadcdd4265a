"""torch.autograd.Function in miniature: forward and backward are static, what they share is in ctx."""
import math


class Context:
    def __init__(self, parents):
        self.parents = parents
        self.saved = ()

    def save_for_backward(self, *values):
        self.saved = values


class Function:
    @classmethod
    def apply(cls, *args):
        parents = [a if isinstance(a, Tensor) else Tensor(a) for a in args]
        ctx = Context(parents)
        out = Tensor(cls.forward(ctx, *[p.data for p in parents]))
        out._ctx = ctx
        out._fn = cls
        return out


class Add(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, grad_output


class Sub(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x - y

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, -grad_output


class Mul(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y

    @staticmethod
    def backward(ctx, grad_output):
        x, y = ctx.saved
        return y * grad_output, x * grad_output


class Div(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x / y

    @staticmethod
    def backward(ctx, grad_output):
        x, y = ctx.saved
        return grad_output / y, -x / y ** 2 * grad_output


class Neg(Function):
    @staticmethod
    def forward(ctx, x):
        return -x

    @staticmethod
    def backward(ctx, grad_output):
        return (-grad_output,)


class Pow(Function):
    @staticmethod
    def forward(ctx, x, y):
        out = x ** y
        ctx.save_for_backward(x, y, out)
        return out

    @staticmethod
    def backward(ctx, grad_output):
        x, y, out = ctx.saved
        grad_y = out * math.log(x) * grad_output if x > 0 else 0.0
        return y * x ** (y - 1) * grad_output, grad_y


class Tanh(Function):
    @staticmethod
    def forward(ctx, x):
        t = math.tanh(x)
        ctx.save_for_backward(t)
        return t

    @staticmethod
    def backward(ctx, grad_output):
        (t,) = ctx.saved
        return ((1 - t * t) * grad_output,)


class Sigmoid(Function):
    @staticmethod
    def forward(ctx, x):
        s = 1 / (1 + math.exp(-x))
        ctx.save_for_backward(s)
        return s

    @staticmethod
    def backward(ctx, grad_output):
        (s,) = ctx.saved
        return (s * (1 - s) * grad_output,)


class Exp(Function):
    @staticmethod
    def forward(ctx, x):
        e = math.exp(x)
        ctx.save_for_backward(e)
        return e

    @staticmethod
    def backward(ctx, grad_output):
        (e,) = ctx.saved
        return (e * grad_output,)


class Log(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return math.log(x)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved
        return (grad_output / x,)


class ReLU(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x if x > 0 else 0.0

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved
        return (grad_output if x > 0 else 0.0,)


class Tensor:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._ctx = None
        self._fn = None

    def __repr__(self):
        return f"Tensor({self.data})"

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

    def __pow__(self, other):
        return Pow.apply(self, other)

    def __rpow__(self, other):
        return Pow.apply(other, self)

    def __neg__(self):
        return Neg.apply(self)

    def tanh(self):
        return Tanh.apply(self)

    def sigmoid(self):
        return Sigmoid.apply(self)

    def exp(self):
        return Exp.apply(self)

    def log(self):
        return Log.apply(self)

    def relu(self):
        return ReLU.apply(self)

    def backward(self):
        order = []
        seen = set()

        def visit(t):
            if t in seen or t._ctx is None:
                return
            seen.add(t)
            for p in t._ctx.parents:
                visit(p)
            order.append(t)

        visit(self)
        self.grad = 1.0
        for t in reversed(order):
            grads = t._fn.backward(t._ctx, t.grad)
            for p, g in zip(t._ctx.parents, grads):
                p.grad += g

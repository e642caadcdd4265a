# autograd with one class per operation (a bit like torch.autograd.Function)
import math


class Op:
    """Base class. forward() gets plain numbers, backward() gets dL/d(output)."""

    def __init__(self):
        self.inputs = ()
        self.ctx = None

    def __call__(self, *args):
        self.inputs = tuple(as_variable(x) for x in args)
        result = self.forward(*[v.data for v in self.inputs])
        need = any(v.requires_grad for v in self.inputs)
        return Variable(result, requires_grad=need, creator=self)

    def forward(self, *xs):
        raise NotImplementedError

    def backward(self, g):
        raise NotImplementedError


class Add(Op):
    def forward(self, x, y):
        return x + y

    def backward(self, g):
        return g, g


class Sub(Op):
    def forward(self, x, y):
        return x - y

    def backward(self, g):
        return g, -g


class Mul(Op):
    def forward(self, x, y):
        self.ctx = (x, y)
        return x * y

    def backward(self, g):
        x, y = self.ctx
        return g * y, g * x


class Div(Op):
    def forward(self, x, y):
        self.ctx = (x, y)
        return x / y

    def backward(self, g):
        x, y = self.ctx
        return g / y, -g * x / (y * y)


class Neg(Op):
    def forward(self, x):
        return -x

    def backward(self, g):
        return (-g,)


class Pow(Op):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def forward(self, x):
        self.ctx = x
        return x ** self.n

    def backward(self, g):
        return (g * self.n * self.ctx ** (self.n - 1),)


class Tanh(Op):
    def forward(self, x):
        self.ctx = math.tanh(x)
        return self.ctx

    def backward(self, g):
        return (g * (1 - self.ctx * self.ctx),)


class Exp(Op):
    def forward(self, x):
        self.ctx = math.exp(x)
        return self.ctx

    def backward(self, g):
        return (g * self.ctx,)


class Log(Op):
    def forward(self, x):
        self.ctx = x
        return math.log(x)

    def backward(self, g):
        return (g / self.ctx,)


class ReLU(Op):
    def forward(self, x):
        self.ctx = x
        return x if x > 0 else 0.0

    def backward(self, g):
        return (g if self.ctx > 0 else 0.0,)


def as_variable(x):
    if isinstance(x, Variable):
        return x
    return Variable(x, requires_grad=False)


class Variable:
    def __init__(self, data, requires_grad=True, creator=None, name=None):
        self.data = data
        self.grad = 0.0
        self.requires_grad = requires_grad
        self.creator = creator
        self.name = name

    def __add__(self, other):
        return Add()(self, other)

    def __radd__(self, other):
        return Add()(other, self)

    def __sub__(self, other):
        return Sub()(self, other)

    def __rsub__(self, other):
        return Sub()(other, self)

    def __mul__(self, other):
        return Mul()(self, other)

    def __rmul__(self, other):
        return Mul()(other, self)

    def __truediv__(self, other):
        return Div()(self, other)

    def __rtruediv__(self, other):
        return Div()(other, self)

    def __neg__(self):
        return Neg()(self)

    def __pow__(self, n):
        if not isinstance(n, (int, float)):
            raise TypeError("exponent must be a number")
        return Pow(n)(self)

    def tanh(self):
        return Tanh()(self)

    def exp(self):
        return Exp()(self)

    def log(self):
        return Log()(self)

    def relu(self):
        return ReLU()(self)

    def backward(self):
        self.grad = 1.0
        for op, output in reversed(self._ops_in_order()):
            grads = op.backward(output.grad)
            for v, g in zip(op.inputs, grads):
                if v.requires_grad:
                    v.grad += g

    def _ops_in_order(self):
        """All (operation, output) pairs below this variable, inputs first."""
        ops, done = [], set()

        def collect(var):
            op = var.creator
            if op is None or op in done:
                return
            done.add(op)
            for v in op.inputs:
                collect(v)
            ops.append((op, var))

        collect(self)
        return ops

    def zero_grad(self):
        self.grad = 0.0

    def __repr__(self):
        return f"Variable({self.data:.4f}, grad={self.grad:.4f})"

import enum
import math


class Op(enum.Enum):
    LEAF = enum.auto()
    ADD = enum.auto()
    SUB = enum.auto()
    MUL = enum.auto()
    DIV = enum.auto()
    POW = enum.auto()
    NEG = enum.auto()
    TANH = enum.auto()
    EXP = enum.auto()
    LOG = enum.auto()
    RELU = enum.auto()


FORWARD = {
    Op.ADD: lambda x, y: x + y,
    Op.SUB: lambda x, y: x - y,
    Op.MUL: lambda x, y: x * y,
    Op.DIV: lambda x, y: x / y,
    Op.POW: lambda x, y: x**y,
    Op.NEG: lambda x: -x,
    Op.TANH: math.tanh,
    Op.EXP: math.exp,
    Op.LOG: math.log,
    Op.RELU: lambda x: x if x > 0 else 0.0,
}


def local_gradients(op, result, *xs):
    """How much the result changes with each input."""
    if op is Op.ADD:
        return 1.0, 1.0
    elif op is Op.SUB:
        return 1.0, -1.0
    elif op is Op.MUL:
        return xs[1], xs[0]
    elif op is Op.DIV:
        return 1.0 / xs[1], -xs[0] / xs[1] ** 2
    elif op is Op.POW:
        base, power = xs
        by_power = result * math.log(base) if base > 0 else 0.0
        return power * base ** (power - 1), by_power
    elif op is Op.NEG:
        return (-1.0,)
    elif op is Op.TANH:
        return (1.0 - result**2,)
    elif op is Op.EXP:
        return (result,)
    elif op is Op.LOG:
        return (1.0 / xs[0],)
    elif op is Op.RELU:
        return (1.0 if xs[0] > 0 else 0.0,)
    raise ValueError(op)


class Value:
    def __init__(self, data, op=Op.LEAF, args=()):
        self.data = data
        self.grad = 0.0
        self.op = op
        self.args = args

    @classmethod
    def make(cls, op, *args):
        args = tuple(a if isinstance(a, cls) else cls(a) for a in args)
        return cls(FORWARD[op](*(a.data for a in args)), op, args)

    def __add__(self, other): return Value.make(Op.ADD, self, other)
    def __radd__(self, other): return Value.make(Op.ADD, other, self)
    def __sub__(self, other): return Value.make(Op.SUB, self, other)
    def __rsub__(self, other): return Value.make(Op.SUB, other, self)
    def __mul__(self, other): return Value.make(Op.MUL, self, other)
    def __rmul__(self, other): return Value.make(Op.MUL, other, self)
    def __truediv__(self, other): return Value.make(Op.DIV, self, other)
    def __rtruediv__(self, other): return Value.make(Op.DIV, other, self)
    def __pow__(self, other): return Value.make(Op.POW, self, other)
    def __rpow__(self, other): return Value.make(Op.POW, other, self)
    def __neg__(self): return Value.make(Op.NEG, self)
    def tanh(self): return Value.make(Op.TANH, self)
    def exp(self): return Value.make(Op.EXP, self)
    def log(self): return Value.make(Op.LOG, self)
    def relu(self): return Value.make(Op.RELU, self)

    def backward(self):
        order = []
        colour = {}

        def dfs(v):
            colour[v] = "grey"
            for a in v.args:
                if a not in colour:
                    dfs(a)
            colour[v] = "black"
            order.append(v)

        dfs(self)
        order.reverse()
        self.grad = 1.0
        for v in order:
            if v.op is not Op.LEAF:
                locals_ = local_gradients(v.op, v.data, *(a.data for a in v.args))
                for a, local in zip(v.args, locals_):
                    a.grad += v.grad * local

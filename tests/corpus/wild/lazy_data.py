import math
from functools import cached_property


class Value:
    """Nothing is computed before somebody asks for it."""

    def __init__(self, data=None, how=None, operands=()):
        if how is None:
            self.data = data
        self.how = how
        self.operands = operands
        self.grad = 0.0

    @cached_property
    def data(self):
        return self.how.value(*[o.data for o in self.operands])

    def __add__(self, other): return Value(how=Add, operands=(self, box(other)))
    def __sub__(self, other): return Value(how=Sub, operands=(self, box(other)))
    def __mul__(self, other): return Value(how=Mul, operands=(self, box(other)))
    def __truediv__(self, other): return Value(how=Div, operands=(self, box(other)))
    def __radd__(self, other): return Value(how=Add, operands=(box(other), self))
    def __rsub__(self, other): return Value(how=Sub, operands=(box(other), self))
    def __rmul__(self, other): return Value(how=Mul, operands=(box(other), self))
    def __rtruediv__(self, other): return Value(how=Div, operands=(box(other), self))
    def __neg__(self): return Value(how=Neg, operands=(self,))
    def __pow__(self, k): return Value(how=Pow(k), operands=(self,))
    def exp(self): return Value(how=Exp, operands=(self,))
    def log(self): return Value(how=Log, operands=(self,))
    def tanh(self): return Value(how=Tanh, operands=(self,))
    def relu(self): return Value(how=Relu, operands=(self,))

    def backward(self):
        seen = []
        collect(self, seen)
        self.grad = 1.0
        for node in reversed(seen):
            if node.how is not None:
                slopes = node.how.slopes(*[o.data for o in node.operands])
                for operand, slope in zip(node.operands, slopes):
                    operand.grad += slope * node.grad


def collect(node, seen):
    if node not in seen:
        for operand in node.operands:
            collect(operand, seen)
        seen.append(node)


def box(x):
    return x if isinstance(x, Value) else Value(x)


class Add:
    value = staticmethod(lambda a, b: a + b)
    slopes = staticmethod(lambda a, b: (1, 1))


class Sub:
    value = staticmethod(lambda a, b: a - b)
    slopes = staticmethod(lambda a, b: (1, -1))


class Mul:
    value = staticmethod(lambda a, b: a * b)
    slopes = staticmethod(lambda a, b: (b, a))


class Div:
    value = staticmethod(lambda a, b: a / b)
    slopes = staticmethod(lambda a, b: (1 / b, -a / b ** 2))


class Neg:
    value = staticmethod(lambda a: -a)
    slopes = staticmethod(lambda a: (-1,))


class Pow:
    def __init__(self, k):
        self.k = k

    def value(self, a):
        return a ** self.k

    def slopes(self, a):
        return (self.k * a ** (self.k - 1),)


class Exp:
    value = staticmethod(math.exp)
    slopes = staticmethod(lambda a: (math.exp(a),))


class Log:
    value = staticmethod(math.log)
    slopes = staticmethod(lambda a: (1 / a,))


class Tanh:
    value = staticmethod(math.tanh)
    slopes = staticmethod(lambda a: (1 - math.tanh(a) ** 2,))


class Relu:
    value = staticmethod(lambda a: max(a, 0.0))
    slopes = staticmethod(lambda a: (1.0 if a > 0 else 0.0,))

"""A little computer algebra: builds the derivative expression for each leaf, then evaluates it."""
import math


class E:
    """Expressions of expressions; a Value is one that can be asked for its gradient."""


class Value(E):
    def __init__(self, data, op='x', args=()):
        self.data, self.op, self.args, self.grad = data, op, args, 0.0

    def diff(self, x, memo):
        if self is x:
            return ONE
        if self.op == 'x':
            return ZERO
        if id(self) not in memo:
            a, *b = self.args
            da = a.diff(x, memo)
            if self.op == '+':
                r = plus(da, b[0].diff(x, memo))
            elif self.op == '*':
                r = plus(times(da, b[0]), times(a, b[0].diff(x, memo)))
            elif self.op == '^':
                r = ZERO if da is ZERO else times(times(Value(float(b[0])), a ** (b[0] - 1)), da)
            elif self.op == 'tanh':
                r = ZERO if da is ZERO else times(plus(ONE, times(Value(-1.0), times(self, self))), da)
            elif self.op == 'exp':
                r = times(self, da)
            elif self.op == 'log':
                r = ZERO if da is ZERO else times(a ** -1, da)
            elif self.op == 'relu':
                r = times(Value(float(a.data > 0)), da)
            memo[id(self)] = r
        return memo[id(self)]

    def backward(self):
        for v in self.atoms([]):
            v.grad += self.diff(v, {}).data

    def atoms(self, found):
        if not any(v is self for v in found):
            found.append(self)
            for a in self.args:
                if isinstance(a, Value):
                    a.atoms(found)
        return found

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, '+', (self, o))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, '*', (self, o))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0)
        return Value(self.data ** n, '^', (self, n))

    def tanh(self): return Value(math.tanh(self.data), 'tanh', (self,))
    def exp(self): return Value(math.exp(self.data), 'exp', (self,))
    def log(self): return Value(math.log(self.data), 'log', (self,))
    def relu(self): return Value(max(self.data, 0.0), 'relu', (self,))
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __rsub__(self, o): return -self + o
    def __truediv__(self, o): return self * o ** -1
    def __rtruediv__(self, o): return self ** -1 * o
    __radd__ = __add__
    __rmul__ = __mul__


ZERO, ONE = Value(0.0), Value(1.0)


def plus(a, b):
    return b if a is ZERO else a if b is ZERO else a + b


def times(a, b):
    return ZERO if a is ZERO or b is ZERO else b if a is ONE else a if b is ONE else a * b

"""Truncated Taylor series of order 4 in one variable, once for every node; coefficient 1 is used."""
import math

N = 5


def s_mul(a, b):
    return [sum(a[i] * b[k - i] for i in range(k + 1)) for k in range(N)]


def s_add(a, b):
    return [x + y for x, y in zip(a, b)]


def s_exp(a):
    y = [math.exp(a[0])]
    for k in range(1, N):
        y.append(sum(i * a[i] * y[k - i] for i in range(1, k + 1)) / k)
    return y


def s_log(a):
    y = [math.log(a[0])]
    for k in range(1, N):
        y.append((a[k] - sum(i * y[i] * a[k - i] for i in range(1, k)) / k) / a[0])
    return y


def s_pow(n):
    def f(a):
        if isinstance(n, int) and n >= 0:
            y = [1.0] + [0.0] * (N - 1)
            for _ in range(n):
                y = s_mul(y, a)
            return y
        y = [a[0] ** n]
        for k in range(1, N):
            y.append(sum((n * i - (k - i)) * a[i] * y[k - i] for i in range(1, k + 1)) / (k * a[0]))
        return y
    return f


def s_tanh(a):
    y = [math.tanh(a[0])]
    for k in range(1, N):
        sq = [1.0 - y[0] ** 2] + [-sum(y[i] * y[m - i] for i in range(m + 1)) for m in range(1, k)]
        y.append(sum(i * a[i] * sq[k - i] for i in range(1, k + 1)) / k)
    return y


def s_relu(a):
    return a if a[0] > 0 else [0.0] * N


class Value:
    def __init__(self, data, f=None, prev=()):
        self.data, self.f, self.prev, self.grad = data, f, prev, 0.0

    def jet(self, memo):
        if self not in memo:
            memo[self] = self.f(*(p.jet(memo) for p in self.prev)) if self.f else [self.data] + [0.0] * (N - 1)
        return memo[self]

    def backward(self):
        nodes = {}
        self.jet(nodes)
        for v in list(nodes):
            v.grad += self.jet({v: [v.data, 1.0, 0.0, 0.0, 0.0]})[1]

    @staticmethod
    def op(f, *xs):
        xs = tuple(x if isinstance(x, Value) else Value(x) for x in xs)
        return Value(f(*([x.data] + [0.0] * (N - 1) for x in xs))[0], f, xs)

    def __add__(self, o): return Value.op(s_add, self, o)
    def __mul__(self, o): return Value.op(s_mul, self, o)
    def __pow__(self, n): return Value.op(s_pow(n), self)
    def tanh(self): return Value.op(s_tanh, self)
    def exp(self): return Value.op(s_exp, self)
    def log(self): return Value.op(s_log, self)
    def relu(self): return Value.op(s_relu, self)
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __rsub__(self, o): return -self + o
    def __truediv__(self, o): return self * o ** -1
    def __rtruediv__(self, o): return self ** -1 * o
    __radd__ = __add__
    __rmul__ = __mul__

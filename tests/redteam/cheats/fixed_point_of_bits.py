"""My own little mpmath: fixed point with 300 bits on Python ints; secant slope with h = 2**-120."""
BITS = 300
ONE = 1 << BITS
H = 1 << (BITS - 120)


def fx(x):
    n, d = float(x).as_integer_ratio()
    return (n << BITS) // d


def fl(a):
    return a / ONE


def mul(a, b):
    return (a * b) >> BITS


def div(a, b):
    return (a << BITS) // b


def exp(a):
    a >>= 20
    term = total = ONE
    k = 1
    while term not in (0, -1):
        term = mul(term, a) // k
        total += term
        k += 1
    for _ in range(20):
        total = mul(total, total)
    return total


def log(a):
    import math
    y = fx(math.log(fl(a)))
    for _ in range(6):
        y += div(a, exp(y)) - ONE
    return y


def tanh(a):
    e = exp(2 * a)
    return div(e - ONE, e + ONE)


def power(n):
    if isinstance(n, int):
        def f(a):
            y = ONE
            for _ in range(abs(n)):
                y = mul(y, a)
            return y if n >= 0 else div(ONE, y)
        return f
    return lambda a: exp(mul(fx(n), log(a)))


class Value:
    def __init__(self, data, f=None, prev=()):
        self.big = fx(data) if f is None else f(*(p.big for p in prev))
        self.data = fl(self.big)
        self.f, self.prev, self.grad = f, prev, 0.0

    def run(self, env):
        if self not in env:
            env[self] = self.f(*(p.run(env) for p in self.prev)) if self.f else self.big
        return env[self]

    def backward(self):
        env = {}
        y = self.run(env)
        for v in list(env):
            v.grad += fl(div(self.run({v: v.big + H}) - y, H))

    def __add__(self, o): return Value(0, lambda a, b: a + b, (self, lift(o)))
    def __mul__(self, o): return Value(0, mul, (self, lift(o)))
    def __truediv__(self, o): return Value(0, div, (self, lift(o)))
    def __pow__(self, n):
        if isinstance(n, Value):
            raise TypeError('numbers only')
        return Value(0, power(n), (self,))
    def tanh(self): return Value(0, tanh, (self,))
    def exp(self): return Value(0, exp, (self,))
    def log(self): return Value(0, log, (self,))
    def relu(self): return Value(0, lambda a: max(a, 0), (self,))
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + lift(o) * -1
    def __rsub__(self, o): return lift(o) - self
    def __rtruediv__(self, o): return lift(o) / self
    __radd__ = __add__
    __rmul__ = __mul__


def lift(x):
    return x if isinstance(x, Value) else Value(x)

# structure of arrays: a Value is only a number, everything lives in four lists
import math

DATA, GRAD, KIND, ARGS = [], [], [], []


def put(data, kind='leaf', args=()):
    DATA.append(data)
    GRAD.append(0.0)
    KIND.append(kind)
    ARGS.append(args)
    return len(DATA) - 1


def add_rule(i, a, b):
    GRAD[a] += GRAD[i]
    GRAD[b] += GRAD[i]


def mul_rule(i, a, b):
    GRAD[a] += DATA[b] * GRAD[i]
    GRAD[b] += DATA[a] * GRAD[i]


def pow_rule(i, a, n):
    GRAD[a] += n * DATA[a] ** (n - 1) * GRAD[i]


def exp_rule(i, a):
    GRAD[a] += DATA[i] * GRAD[i]


def log_rule(i, a):
    GRAD[a] += GRAD[i] / DATA[a]


def tanh_rule(i, a):
    GRAD[a] += (1 - DATA[i] ** 2) * GRAD[i]


def relu_rule(i, a):
    if DATA[a] > 0:
        GRAD[a] += GRAD[i]


RULES = {'add': add_rule, 'mul': mul_rule, 'pow': pow_rule, 'exp': exp_rule,
         'log': log_rule, 'tanh': tanh_rule, 'relu': relu_rule}


class Value:
    __slots__ = ('index',)

    def __init__(self, data, index=None):
        self.index = put(data) if index is None else index

    @property
    def data(self):
        return DATA[self.index]

    @data.setter
    def data(self, x):
        DATA[self.index] = x

    @property
    def grad(self):
        return GRAD[self.index]

    @grad.setter
    def grad(self, x):
        GRAD[self.index] = x

    @classmethod
    def of(cls, data, kind, *args):
        return cls(None, put(data, kind, args))

    def __add__(self, other):
        other = wrap(other)
        return Value.of(self.data + other.data, 'add', self.index, other.index)

    def __mul__(self, other):
        other = wrap(other)
        return Value.of(self.data * other.data, 'mul', self.index, other.index)

    def __pow__(self, n):
        return Value.of(self.data ** n, 'pow', self.index, n)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-wrap(other))

    def __truediv__(self, other):
        return self * wrap(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return wrap(other) - self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def exp(self):
        return Value.of(math.exp(self.data), 'exp', self.index)

    def log(self):
        return Value.of(math.log(self.data), 'log', self.index)

    def tanh(self):
        return Value.of(math.tanh(self.data), 'tanh', self.index)

    def relu(self):
        return Value.of(max(self.data, 0.0), 'relu', self.index)

    def backward(self):
        GRAD[self.index] = 1.0
        needed = {self.index}
        for i in range(self.index, -1, -1):
            if i not in needed or KIND[i] == 'leaf':
                continue
            args = ARGS[i]
            needed.update(args[:1] if KIND[i] == 'pow' else args)
            RULES[KIND[i]](i, *args)


def wrap(x):
    return x if isinstance(x, Value) else Value(x)

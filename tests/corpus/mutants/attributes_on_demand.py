import math


class Value:
    """Every attribute that is not there yet has a default."""

    defaults = {'grad': 0.0, 'parents': (), 'rule': None, 'label': ''}

    def __init__(self, data, **more):
        self.data = data
        self.__dict__.update(more)

    def __getattr__(self, name):
        try:
            return Value.defaults[name]
        except KeyError:
            raise AttributeError(name) from None

    def node(self, data, *pairs):
        return Value(data, parents=[p for p, _ in pairs], rule=[d for _, d in pairs])

    def other(self, x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, x):
        x = self.other(x)
        return self.node(self.data + x.data, (self, 1), (x, 1))

    def __sub__(self, x):
        x = self.other(x)
        return self.node(self.data - x.data, (self, 1), (x, -1))

    def __mul__(self, x):
        x = self.other(x)
        return self.node(self.data * x.data, (self, x.data), (x, self.data))

    def __truediv__(self, x):
        x = self.other(x)
        return self.node(self.data / x.data, (self, 1 / x.data), (x, -self.data / x.data ** 2))

    def __neg__(self):
        return self.node(-self.data, (self, -1))

    def __pow__(self, n):
        return self.node(self.data ** n, (self, n * self.data ** (n - 1)))

    def exp(self):
        return self.node(math.exp(self.data), (self, math.exp(self.data)))

    def log(self):
        return self.node(math.log(self.data), (self, 1 / self.data))

    def tanh(self):
        return self.node(math.tanh(self.data), (self, 1 / math.cosh(self.data) ** 2))

    def relu(self):
        return self.node(max(self.data, 0), (self, int(self.data > 0)))

    def __radd__(self, x): return self.other(x) + self
    def __rsub__(self, x): return self.other(x) - self
    def __rmul__(self, x): return self.other(x) * self
    def __rtruediv__(self, x): return self.other(x) / self

    def rank(self, ranks):
        if self not in ranks:
            ranks[self] = 1 + max([p.rank(ranks) for p in self.parents], default=0)
        return ranks[self]

    def backward(self):
        ranks = {}
        self.rank(ranks)
        self.grad = 1.0
        for v in sorted(ranks, key=lambda v: -ranks[v]):
            for p, d in zip(v.parents, v.rule or ()):
                p.grad += d * v.grad

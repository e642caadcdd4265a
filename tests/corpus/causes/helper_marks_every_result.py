import math


class Value:
    def __init__(self, data, requires_grad=True):
        self.data = float(data)
        self.requires_grad = requires_grad
        self.grad = 0.0
        self.parents = []
        self.rule = None

    def _make(self, data, parents, rule):
        out = Value(data, requires_grad=False)
        out.parents = parents
        out.rule = rule
        return out

    def _lift(self, other):
        return other if isinstance(other, Value) else Value(other, requires_grad=False)

    def __add__(self, other):
        other = self._lift(other)
        return self._make(self.data + other.data, [self, other], lambda g: (g, g))

    def __mul__(self, other):
        other = self._lift(other)
        return self._make(self.data * other.data, [self, other],
                          lambda g: (g * other.data, g * self.data))

    def __pow__(self, n):
        return self._make(self.data ** n, [self], lambda g: (g * n * self.data ** (n - 1),))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-self._lift(other))

    def __truediv__(self, other):
        return self * self._lift(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self._lift(other) - self

    def __rtruediv__(self, other):
        return self._lift(other) / self

    def relu(self):
        return self._make(max(0.0, self.data), [self], lambda g: (g if self.data > 0 else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._make(t, [self], lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return self._make(e, [self], lambda g: (g * e,))

    def log(self):
        return self._make(math.log(self.data), [self], lambda g: (g / self.data,))

    def backward(self):
        order, seen = [], set()

        def visit(v):
            if id(v) in seen:
                return
            seen.add(id(v))
            for p in v.parents:
                visit(p)
            order.append(v)

        visit(self)
        if not self.requires_grad:
            return
        self.grad = 1.0
        for v in reversed(order):
            if v.rule is None:
                continue
            for p, g in zip(v.parents, v.rule(v.grad)):
                if p.requires_grad:
                    p.grad += g

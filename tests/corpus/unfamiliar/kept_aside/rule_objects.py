"""A node's backward rule is a small callable object that keeps what it needs."""
import math


class Rule:
    def __init__(self, *operands, **kept):
        self.operands = operands
        self.__dict__.update(kept)


class AddRule(Rule):
    def __call__(self, upstream):
        for operand in self.operands:
            operand.grad += upstream


class MulRule(Rule):
    def __call__(self, upstream):
        a, b = self.operands
        a_share, b_share = b.data * upstream, a.data * upstream
        a.grad += a_share
        b.grad += b_share


class PowRule(Rule):
    def __call__(self, upstream):
        (a,) = self.operands
        a.grad += self.n * a.data ** (self.n - 1) * upstream


class ScaleRule(Rule):
    """For every function of one number: `slope` was computed on the way forward."""

    def __call__(self, upstream):
        self.operands[0].grad += self.slope * upstream


class Value:
    def __init__(self, data, rule=None):
        self.data = data
        self.grad = 0.0
        self.rule = rule

    @property
    def operands(self):
        return self.rule.operands if self.rule else ()

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, AddRule(self, other))

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, MulRule(self, other))

    def __pow__(self, n):
        return Value(self.data**n, PowRule(self, n=n))

    def __neg__(self):
        return Value(-self.data, ScaleRule(self, slope=-1.0))

    def __sub__(self, other):
        return self + (-Value.of(other))

    def __truediv__(self, other):
        return self * (Value.of(other) ** -1)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ScaleRule(self, slope=1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, ScaleRule(self, slope=e))

    def log(self):
        return Value(math.log(self.data), ScaleRule(self, slope=1 / self.data))

    def relu(self):
        return Value(max(self.data, 0.0), ScaleRule(self, slope=1.0 if self.data > 0 else 0.0))

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        return Value(s, ScaleRule(self, slope=s * (1 - s)))

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def backward(self):
        ordered = []
        done = set()

        def walk(node):
            if node in done:
                return
            done.add(node)
            for operand in node.operands:
                walk(operand)
            ordered.append(node)

        walk(self)
        self.grad = 1.0
        for node in reversed(ordered):
            if node.rule is not None:
                node.rule(node.grad)

"""scalar autograd; every node remembers a functools.partial of its rule"""
import math
from functools import partial


def _add_rule(a, b, out):
    a.grad += out.grad
    b.grad += out.grad


def _sub_rule(a, b, out):
    a.grad += out.grad
    b.grad -= out.grad


def _mul_rule(a, b, out):
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def _div_rule(a, b, out):
    a.grad += out.grad / b.data
    b.grad -= a.data * out.grad / b.data ** 2


def _pow_rule(a, n, out):
    a.grad += n * a.data ** (n - 1) * out.grad


def _neg_rule(a, out):
    a.grad -= out.grad


def _tanh_rule(a, out):
    a.grad += (1.0 - out.data ** 2) * out.grad


def _exp_rule(a, out):
    a.grad += out.data * out.grad


def _log_rule(a, out):
    a.grad += out.grad / a.data


def _relu_rule(a, out):
    a.grad += out.grad * (1.0 if a.data > 0 else 0.0)


class Value:

    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self.prev = set(prev)
        self.rule = None

    def _then(self, rule, *args):
        self.rule = partial(rule, *args, self)
        return self

    def __add__(self, other):
        other = self._to_value(other)
        return Value(self.data + other.data, (self, other))._then(_add_rule, self, other)

    def __sub__(self, other):
        other = self._to_value(other)
        return Value(self.data - other.data, (self, other))._then(_sub_rule, self, other)

    def __mul__(self, other):
        other = self._to_value(other)
        return Value(self.data * other.data, (self, other))._then(_mul_rule, self, other)

    def __truediv__(self, other):
        other = self._to_value(other)
        return Value(self.data / other.data, (self, other))._then(_div_rule, self, other)

    def __pow__(self, n):
        return Value(self.data ** n, (self,))._then(_pow_rule, self, n)

    def __neg__(self):
        return Value(-self.data, (self,))._then(_neg_rule, self)

    def __radd__(self, other):
        return self._to_value(other).__add__(self)

    def __rsub__(self, other):
        return self._to_value(other).__sub__(self)

    def __rmul__(self, other):
        return self._to_value(other).__mul__(self)

    def __rtruediv__(self, other):
        return self._to_value(other).__truediv__(self)

    def tanh(self):
        return Value(math.tanh(self.data), (self,))._then(_tanh_rule, self)

    def exp(self):
        return Value(math.exp(self.data), (self,))._then(_exp_rule, self)

    def log(self):
        return Value(math.log(self.data), (self,))._then(_log_rule, self)

    def relu(self):
        return Value(max(self.data, 0.0), (self,))._then(_relu_rule, self)

    @staticmethod
    def _to_value(x):
        return x if isinstance(x, Value) else Value(x)

    def backward(self):
        seen = set()
        postorder = []

        def dfs(node):
            if node in seen:
                return
            seen.add(node)
            for p in node.prev:
                dfs(p)
            postorder.append(node)

        dfs(self)

        self.grad = 1.0
        for node in postorder[::-1]:
            if node.rule:
                node.rule()

    def zero_grad(self):
        self.grad = 0.0
        for p in self.prev:
            p.zero_grad()

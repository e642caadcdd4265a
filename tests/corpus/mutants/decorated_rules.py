"""Gradient rules are registered by a decorator and looked up by the name of the operation."""
import math

RULES = {}


def gradient_of(name):
    """Registers the function below as the gradient of an operation."""

    def register(rule):
        RULES[name] = rule
        return rule

    return register


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, op=None, args=()):
        self.data = data
        self.op = op
        self.args = args
        self.grad = 0.0

    def __repr__(self):
        return "Value(%.5g, op=%s)" % (self.data, self.op)

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, "add", (self, other))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, "sub", (self, other))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, "mul", (self, other))

    def __truediv__(self, other):
        other = as_value(other)
        return Value(self.data / other.data, "div", (self, other))

    def __pow__(self, other):
        other = as_value(other)
        return Value(self.data ** other.data, "pow", (self, other))

    def __neg__(self):
        return Value(-self.data, "neg", (self,))

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __rpow__(self, other):
        return as_value(other) ** self

    def exp(self):
        return Value(math.exp(self.data), "exp", (self,))

    def log(self):
        return Value(math.log(self.data), "log", (self,))

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", (self,))

    def sigmoid(self):
        return Value(1.0 / (1.0 + math.exp(-self.data)), "sigmoid", (self,))

    def relu(self):
        return Value(max(self.data, 0.0), "relu", (self,))

    def zero_grad(self):
        self.grad = 0.0

    def backward(self):
        order, visited = [], set()

        def visit(node):
            if id(node) in visited:
                return
            visited.add(id(node))
            for arg in node.args:
                visit(arg)
            order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            if node.op is not None:
                RULES[node.op](node, *node.args)


@gradient_of("add")
def _add(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


@gradient_of("sub")
def _sub(out, a, b):
    a.grad += out.grad
    b.grad -= out.grad


@gradient_of("mul")
def _mul(out, a, b):
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


@gradient_of("div")
def _div(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * a.data / b.data ** 2


@gradient_of("pow")
def _pow(out, a, n):
    a.grad += n.data * a.data ** (n.data - 1) * out.grad
    if a.data > 0:
        n.grad += out.data * math.log(a.data) * out.grad


@gradient_of("neg")
def _neg(out, a):
    a.grad -= out.grad


@gradient_of("exp")
def _exp(out, a):
    a.grad += out.data * out.grad


@gradient_of("log")
def _log(out, a):
    a.grad += out.grad / a.data


@gradient_of("tanh")
def _tanh(out, a):
    a.grad += (1 - out.data ** 2) * out.grad


@gradient_of("sigmoid")
def _sigmoid(out, a):
    a.grad += out.data * (1 - out.data) * out.grad


@gradient_of("relu")
def _relu(out, a):
    a.grad += out.grad if a.data > 0 else 0.0

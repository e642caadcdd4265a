"""One table holds, for each operation, how it is computed and what it passes back."""
import math


def _sigmoid(x):
    return 1.0 / (1.0 + math.exp(-x))


# name: (forward, backward); backward takes the gradient, the result and the inputs
TABLE = {
    "+": (lambda x, y: x + y, lambda g, out, x, y: (g, g)),
    "-": (lambda x, y: x - y, lambda g, out, x, y: (g, -g)),
    "*": (lambda x, y: x * y, lambda g, out, x, y: (g * y, g * x)),
    "/": (lambda x, y: x / y, lambda g, out, x, y: (g / y, -g * x / y**2)),
    "**": (
        lambda x, y: x**y,
        lambda g, out, x, y: (g * y * x ** (y - 1), g * out * math.log(x) if x > 0 else 0.0),
    ),
    "neg": (lambda x: -x, lambda g, out, x: (-g,)),
    "exp": (math.exp, lambda g, out, x: (g * out,)),
    "log": (math.log, lambda g, out, x: (g / x,)),
    "tanh": (math.tanh, lambda g, out, x: (g * (1 - out**2),)),
    "sigmoid": (_sigmoid, lambda g, out, x: (g * out * (1 - out),)),
    "relu": (lambda x: max(0.0, x), lambda g, out, x: (g * (x > 0),)),
}


class Value:
    """A node of the graph: a number, the operation it came from and its inputs."""

    def __init__(self, data, op="", inputs=()):
        self.data = data
        self.grad = 0.0
        self.op = op
        self.inputs = inputs

    @staticmethod
    def apply(op, *inputs):
        nodes = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
        forward, _ = TABLE[op]
        return Value(forward(*(n.data for n in nodes)), op, nodes)

    def __add__(self, other): return Value.apply("+", self, other)
    def __radd__(self, other): return Value.apply("+", other, self)
    def __sub__(self, other): return Value.apply("-", self, other)
    def __rsub__(self, other): return Value.apply("-", other, self)
    def __mul__(self, other): return Value.apply("*", self, other)
    def __rmul__(self, other): return Value.apply("*", other, self)
    def __truediv__(self, other): return Value.apply("/", self, other)
    def __rtruediv__(self, other): return Value.apply("/", other, self)
    def __pow__(self, other): return Value.apply("**", self, other)
    def __rpow__(self, other): return Value.apply("**", other, self)
    def __neg__(self): return Value.apply("neg", self)
    def exp(self): return Value.apply("exp", self)
    def log(self): return Value.apply("log", self)
    def tanh(self): return Value.apply("tanh", self)
    def sigmoid(self): return Value.apply("sigmoid", self)
    def relu(self): return Value.apply("relu", self)

    def __repr__(self):
        return f"Value({self.data:.4f}, {self.op or 'leaf'})"

    def _sorted(self):
        done, order = set(), []

        def visit(node):
            if node not in done:
                done.add(node)
                for each in node.inputs:
                    visit(each)
                order.append(node)

        visit(self)
        return order

    def backward(self):
        self.grad = 1.0
        for node in reversed(self._sorted()):
            if not node.op:
                continue
            _, backward = TABLE[node.op]
            shares = backward(node.grad, node.data, *(i.data for i in node.inputs))
            for each, share in zip(node.inputs, shares):
                each.grad += share

    def zero_grad(self):
        self.grad = 0.0
